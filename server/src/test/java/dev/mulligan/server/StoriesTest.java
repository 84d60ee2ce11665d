package dev.mulligan.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.mulligan.policy.Backoff;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.simulator.Fault;
import dev.mulligan.simulator.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each acceptance criterion of the five user stories, as a person in front of a real browser would check it. */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class StoriesTest {

    @TempDir
    static Path folder;

    private static Browser browser;
    private static House house;

    @BeforeAll
    static void open() throws Exception {
        browser = Browser.open();
        house = new House(
                folder,
                options -> options.projectPolicy("slow", House.QUICK.backoff(Backoff.fixed(Duration.ofMinutes(3)))),
                settings -> settings);
        house.failing(new Fault.Status(400, Map.of()));
        house.askFor("seed-1", "Rename field 7 of the form");
        house.askFor("seed-2", "Rename field 8 of the form");
        house.untilRecorded("seed-2", 1);
    }

    @AfterAll
    static void close() throws Exception {
        if (house != null) {
            house.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void healthy() {
        house.provider.script(Script.healthy());
        house.provider.forgetRequests();
    }

    private static Page session(String id) {
        return browser.at(house.url() + "/sessions/" + id);
    }

    private static Page policies(String scope) {
        Page page = browser.at(house.url() + "/policies" + (scope.isEmpty() ? "" : "?scope=" + scope));
        page.getByLabel("Max retries").waitFor();
        return page;
    }

    private static Locator heading(String name) {
        return browser.page().getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(name));
    }

    // US-001 Automatic retry for transient errors

    @Test
    void us001_transientErrorsAreRetriedAndTheSessionShowsTheCount() throws Exception {
        for (int status : new int[] {429, 500, 502, 503, 504}) {
            house.failing(new Fault.Status(status, Map.of()));
            assertThat(house.askFor("us1", "status " + status).statusCode()).isEqualTo(200);
        }
        house.untilRecorded("us1", 5);
        Page page = session("us1");
        assertThat(page.getByText("recovered after 1 retry")).hasCount(5);
        assertThat(page.locator(".stat", new Page.LocatorOptions().setHasText("Retry count")))
                .containsText("5");
        browser.shot("session-recovered");
    }

    @Test
    void us001_theDefaultBacksOffOneTwoFourAndThreeRetriesAtMost() {
        assertThat(PolicyTemplates.get("default").maxAttempts() - 1).isEqualTo(3);
        Page page = policies("backoff");
        page.getByLabel("Start from a template").selectOption("default");
        assertThat(page.getByLabel("Max retries")).hasValue("3");
        assertThat(page.getByLabel("Longest wait, seconds")).hasValue("30");
        browser.sees("1 s, 2 s, 4 s");
        page.getByLabel("Max retries").fill("7");
        browser.sees("1 s, 2 s, 4 s, 8 s, 16 s, 30 s, 30 s");
    }

    @Test
    void us001_aRetryInProgressIsToldWithItsCountdown() throws Exception {
        house.failing(new Fault.Status(529, Map.of()));
        Thread.ofVirtual().start(() -> {
            try {
                house.askFor("us1-slow", "take your time", "x-mulligan-project", "slow");
            } catch (Exception ended) {
                Thread.currentThread().interrupt();
            }
        });
        Page page = browser.at(house.url() + "/");
        Locator wait = page.locator(".wait");
        assertThat(wait).containsText("Try 2 of 3");
        assertThat(wait).containsText("Overloaded");
        assertThat(wait.locator(".count")).hasText(Pattern.compile("1[0-9][0-9]s"));
        browser.shot("live");
        session("us1-slow");
        browser.sees("retry 1 in progress");
        browser.at(house.url() + "/");
        browser.click("Retry now");
        assertThat(page.getByText("Nothing waits")).isVisible();
        house.untilRecorded("us1-slow", 1);
    }

    @Test
    void us001_automaticRetriesCanBeSwitchedOff() throws Exception {
        Page page = policies("off-project");
        page.getByLabel("Retry automatically").uncheck();
        browser.click("Save");
        browser.sees("It counts from the next request on");
        house.failing(new Fault.Status(503, Map.of()));
        house.askFor("us1-off", "no retries", "x-mulligan-project", "off-project");
        assertThat(house.provider.requests()).hasSize(1);
    }

    // US-002 Retry with enhanced context

    @Test
    void us002_aFailedRequestIsSentAgainWithItsErrorAndTheFirstTryStays() throws Exception {
        house.failing(new Fault.Status(400, Map.of()));
        house.ask("us2");
        house.untilRecorded("us2", 1);
        Page page = session("us2");
        browser.sees("failed after 1 try");
        browser.click("Retry with error context");
        Locator message = page.getByLabel("Message to the model");
        assertThat(message).hasValue(Pattern.compile("invalid_request[\\s\\S]*do not repeat that mistake"));
        browser.shot("retry-dialog");
        message.fill(message.inputValue() + "\nMind the semicolons.");
        browser.click("Send it again");
        browser.sees("Retry by hand 1");
        house.untilRecorded("us2", 2);
        assertThat(house.lastSent()).contains("Mind the semicolons.").contains("do not repeat that mistake");
        assertThat(page.locator(".entry.fine")).hasCount(1);
        assertThat(page.locator(".entry.failed")).hasCount(1);
        assertThat(page.locator(".entry.by-hand .said")).isVisible();
        browser.shot("session-retried");
    }

    @Test
    void us002_anAnswerThatWasMerelyWrongIsRetriedWithItsStackTrace() throws Exception {
        house.ask("us2-logic");
        house.untilRecorded("us2-logic", 1);
        Page page = session("us2-logic");
        browser.click("Retry with error context");
        page.getByLabel("What was wrong with the answer?").fill("ValueError: 3\n  at parse(app.py:7)");
        browser.click("Put it in");
        assertThat(page.getByLabel("Message to the model")).hasValue(Pattern.compile("at parse\\(app.py:7\\)"));
        browser.click("Send it again");
        house.untilRecorded("us2-logic", 2);
        assertThat(house.lastSent()).contains("at parse(app.py:7)");
    }

    // US-003 Escalate to more capable model

    @Test
    void us003_oneClickGoesToTheNextModelWithTheCostShownBefore() throws Exception {
        house.failing(new Fault.Status(400, Map.of()));
        house.ask("us3");
        house.ask("us3");
        house.askFor("us3", "Mend the parser in file 8");
        house.untilRecorded("us3", 3);
        Page page = session("us3");
        browser.click("Escalate");
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog).containsText("Difference");
        assertThat(dialog.locator(".stat", new Locator.LocatorOptions().setHasText("Difference")))
                .containsText("+$");
        assertThat(dialog.getByLabel("Ladder of models"))
                .hasText(Pattern.compile("claude-haiku.* → claude-sonnet.* → claude-opus.*"));
        browser.shot("escalate-dialog");
        dialog.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(Pattern.compile("Escalate to claude-sonnet.*")))
                .click();
        assertThat(page.locator(".page-head")).containsText("escalated from " + House.MODEL);
        assertThat(page.locator(".entry.change")).containsText("Model changed");
        house.askFor("us3", "Mend the parser in file 9");
        assertThat(house.lastSent()).contains("claude-sonnet").contains("Mend the parser in file 9");
        house.untilRecorded("us3", 4);
        browser.shot("session-escalated");
    }

    // US-004 Configurable retry policies

    @Test
    void us004_aProjectGetsItsOwnRetriesMultiplierTimeoutErrorsAndThreshold() throws Exception {
        Page page = policies("critical");
        browser.sees("follows the default policy until");
        page.getByLabel("Backoff", new Page.GetByLabelOptions().setExact(true)).selectOption("exponential");
        page.getByLabel("Max retries").fill("5");
        page.getByLabel("Backoff multiplier").fill("3");
        page.getByLabel("Longest wait, seconds").fill("9");
        page.getByLabel("Timeout of one try, seconds").fill("45");
        page.getByLabel("Timeout", new Page.GetByLabelOptions().setExact(true)).uncheck();
        page.getByLabel("Use a more capable model by itself").check();
        page.getByLabel("After this many failed tries").fill("4");
        assertThat(page.locator(".changes")).containsText("Tries 3 → 6");
        browser.shot("policies");
        browser.click("Save");
        browser.sees("It counts from the next request on");
        var saved = house.get("/api/projects/critical/retry-policy");
        assertThat(saved.integer("maxRetries")).hasValue(5);
        assertThat(String.valueOf(saved.get("backoffMultiplier"))).startsWith("3");
        assertThat(String.valueOf(saved.get("attemptTimeout"))).startsWith("45");
        assertThat(saved.list("retryableErrors").toString())
                .doesNotContain("timeout")
                .contains("rate_limit");
        assertThat(saved.integer("escalateAfterRetries")).hasValue(4);
        assertThat(house.get("/api/retry-policy").integer("maxRetries")).hasValue(2);
    }

    @Test
    void us004_templatesFillTheFormAndNonsenseIsNamedAtItsField() {
        Page page = policies("templates");
        page.getByLabel("Start from a template").selectOption("aggressive");
        assertThat(page.getByLabel("Max retries")).hasValue("5");
        assertThat(page.getByLabel("First wait, seconds")).hasValue("0.25");
        page.getByLabel("Longest wait, seconds").fill("0.1");
        assertThat(page.locator(".field.wrong")).containsText("smaller than the base delay");
        assertThat(page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Save")))
                .isDisabled();
    }

    // US-005 Failure analytics

    @Test
    void us005_ratesByTypeModelAndPromptPatternAndTheMessagesAreShown() throws Exception {
        Page page = browser.at(house.url() + "/analytics");
        assertThat(heading("Failure rate by type")).isVisible();
        assertThat(page.getByLabel("Failure rate by type").first()).containsText("Invalid request");
        assertThat(page.getByLabel("Failure rate by model").last()).containsText(House.MODEL);
        assertThat(page.getByLabel("Failure rate by prompt pattern").last())
                .containsText("Rename field <n> of the form");
        assertThat(heading("Most common error messages")).isVisible();
        browser.shot("analytics");
        browser.dark(true);
        browser.shot("analytics-dark");
        browser.dark(false);
    }

    @Test
    void us005_failureDataCanBeTakenAway() throws Exception {
        Page page = browser.at(house.url() + "/analytics");
        Download download = page.waitForDownload(() -> page.getByRole(
                        AriaRole.LINK,
                        new Page.GetByRoleOptions().setName("CSV").setExact(true))
                .click());
        assertThat(Files.readString(download.path())).contains("dimension,name,requests,failures");
    }
}
