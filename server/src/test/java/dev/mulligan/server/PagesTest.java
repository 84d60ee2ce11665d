package dev.mulligan.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.mulligan.policy.Backoff;
import dev.mulligan.simulator.script.Fault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every page, empty and full, in light and dark, by keyboard and for screen readers. */
@Timeout(240)
@SuppressWarnings("NullAway.Init")
class PagesTest {

    private static final List<String> PAGES = List.of(
            "",
            "live",
            "incidents",
            "failures",
            "sessions",
            "runs",
            "questions",
            "analytics",
            "policies",
            "learning",
            "lab");

    @TempDir
    static Path folder;

    private static Browser browser;

    @BeforeAll
    static void open() {
        browser = Browser.open();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void everyPageIsWithoutBarriersEmptyAndFullInLightAndDark() throws Exception {
        try (House house = new House(
                Files.createDirectories(folder.resolve("a")),
                options -> options,
                settings -> settings.runFolder(folder.resolve("runs")))) {
            look(house, "empty");
            SomeRun.into(house.store, folder.resolve("runs"));
            house.failing(new Fault.Status(529, Map.of()), new Fault.Status(400, Map.of()));
            house.ask("full-1");
            house.ask("full-2");
            house.untilRecorded("full-1", 1);
            browser.dark(true);
            look(house, "dark");
            browser.dark(false);
            look(house, "full");
            browser.at(house.url() + "/runs/" + SomeRun.ID);
            browser.click("parse-empty");
            browser.sees("Candidate 2");
            browser.sees("smallest passing");
            assertThat(browser.page().locator(".candidate .diff .add").first()).isVisible();
            browser.shot("run");
            assertThat(browser.barriers()).isEmpty();
        }
    }

    private static void look(House house, String state) throws Exception {
        for (String name : PAGES) {
            browser.at(house.url() + "/" + name);
            browser.page().locator(".loading").last().waitFor(hidden());
            browser.shot(state + "-" + (name.isEmpty() ? "overview" : name));
            assertThat(browser.barriers()).as(state + " " + name).isEmpty();
        }
    }

    private static com.microsoft.playwright.Locator.WaitForOptions hidden() {
        return new com.microsoft.playwright.Locator.WaitForOptions()
                .setState(com.microsoft.playwright.options.WaitForSelectorState.HIDDEN);
    }

    @Test
    void theKeyboardGoesEverywhere() throws Exception {
        try (House house = new House(Files.createDirectories(folder.resolve("b")))) {
            Page page = browser.at(house.url() + "/");
            page.keyboard().press("g");
            page.keyboard().press("p");
            assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
                    .hasText("Policies");
            page.keyboard().press("g");
            page.keyboard().press("s");
            page.getByLabel("Find a session by title or id").waitFor();
            page.keyboard().press("/");
            assertThat(page.getByLabel("Find a session by title or id")).isFocused();
        }
    }

    @Test
    void aPageCatchesUpAfterTheServerWasAway() throws Exception {
        Path place = Files.createDirectories(folder.resolve("c"));
        int port;
        try (House house = new House(place)) {
            port = house.server.port();
            browser.at(house.url() + "/sessions");
            browser.sees("Up to date");
            house.ask("first");
            browser.sees("first");
        }
        browser.sees("Line lost");
        int same = port;
        try (House house = new House(place, options -> options.listeningOn("127.0.0.1", same), settings -> settings)) {
            house.ask("second");
            browser.sees("second");
            browser.sees("Up to date");
        }
    }

    /** Something newer that is rescued does not hide what is lost. */
    @Test
    void theOverviewBeginsWithTheIncidentThatLosesRequests() throws Exception {
        try (House house = new House(Files.createDirectories(folder.resolve("e")))) {
            for (int i = 1; i <= 3; i++) {
                house.failing(new Fault.NoCredit());
                house.ask("poor-" + i);
            }
            for (int i = 1; i <= 3; i++) {
                house.failing(new Fault.Status(529, Map.of()));
                house.ask("busy-" + i);
                house.untilRecorded("busy-" + i, 1);
            }
            browser.at(house.url() + "/");
            browser.sees("Anthropic: quota exhausted right now: 0 recovered, 3 lost so far. 1 more incident goes on.");
        }
    }

    @Test
    void aRequestThatFailedWithoutACallSaysWhy() throws Exception {
        try (House house = new House(Files.createDirectories(folder.resolve("f")))) {
            house.failing(new Fault.NoCredit());
            house.ask("poor");
            house.ask("poor");
            house.untilRecorded("poor", 2);
            assertThat(house.provider.requests()).hasSize(1);
            Page page = browser.at(house.url() + "/sessions/poor");
            assertThat(page.locator(".entry.failed").getByText("credit balance is too low"))
                    .hasCount(2);
        }
    }

    @Test
    void onAPhoneACountdownOfMinutesHasRoom() throws Exception {
        try (House house = new House(
                Files.createDirectories(folder.resolve("g")),
                options -> options.policy(House.QUICK.backoff(Backoff.fixed(Duration.ofMinutes(5)))),
                settings -> settings)) {
            house.failing(new Fault.Status(503, Map.of()));
            Thread.ofVirtual().start(() -> {
                try {
                    house.ask("waits");
                } catch (Exception e) {
                    // It ends with the house.
                }
            });
            House.until(() -> !house.server.gateway().activeRetries().isEmpty());
            Page page = browser.at(house.url() + "/live");
            page.setViewportSize(390, 800);
            assertThat(page.locator(".count small")).hasText("min");
            assertThat(page.locator(".count").evaluate("box => box.scrollWidth <= box.clientWidth"))
                    .isEqualTo(true);
            browser.sees("in session waits");
            page.setViewportSize(1280, 860);
            // A server that ends would wait for it, and answer the page with 503 meanwhile.
            browser.click("Give up");
            House.until(() -> house.server.gateway().activeRetries().isEmpty());
        }
    }

    @Test
    void withATokenTheLoginComesFirst() throws Exception {
        try (House house = new House(
                Files.createDirectories(folder.resolve("d")), options -> options.token("open-sesame"), s -> s)) {
            Page page = browser.at(house.url() + "/");
            browser.sees("From mulligan token create.");
            page.getByLabel("Token").fill("wrong");
            browser.click("Log in");
            browser.sees("this is not the token");
            page.getByLabel("Token").fill("open-sesame");
            browser.click("Log in");
            browser.sees("Nothing was recorded yet");
        }
    }
}
