package dev.mulligan.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.mulligan.policy.Backoff;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.text.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(120)
class Us001AutoRetryTest {

    private static final Fault DOWN = new Fault.Status(503, Map.of());

    @RegisterExtension
    static final Stage stage = new Stage(
            options -> options.projectPolicy("slow", House.QUICK.backoff(Backoff.fixed(Duration.ofMinutes(3))))
                    .projectPolicy("standard", PolicyTemplates.get("default")));

    @Test
    @DisplayName("US-001 AC1: 429, 500, 502, 503 and 504 are retried by themselves")
    void transientErrorsAreRetried() throws Exception {
        for (int status : new int[] {429, 500, 502, 503, 504}) {
            stage.house.provider.forgetRequests();
            stage.house.failing(new Fault.Status(status, Map.of()));
            assertThat(stage.house.askFor("us1", "status " + status).statusCode())
                    .as("what the client saw of %s", status)
                    .isEqualTo(200);
            assertThat(stage.house.provider.requests())
                    .as("calls after %s", status)
                    .hasSize(2);
        }
        stage.house.untilRecorded("us1", 5);
        assertThat(stage.session("us1").getByText("recovered after 1 retry")).hasCount(5);
        stage.browser.shot("session-recovered");
    }

    @Test
    @DisplayName("US-001 AC2: waits double from one second and never exceed thirty")
    void waitsDoubleUpToTheirLimit() throws Exception {
        stage.house.call(
                "PUT",
                "/api/projects/doubling/retry-policy",
                "{\"maxRetries\":7,\"backoff\":\"exponential\",\"backoffBase\":1,\"backoffMultiplier\":2,\"maxBackoff\":30,\"jitter\":\"off\"}");
        stage.house.provider.script(Script.always(DOWN));
        stage.askInAHurry("us1-doubling", "doubling");
        stage.house.untilRecorded("us1-doubling", 1);
        JsonObject request = (JsonObject)
                stage.house.get("/api/sessions/us1-doubling").list("requests").getFirst();
        List<Long> waits = new ArrayList<>();
        request.list("attempts")
                .forEach(attempt ->
                        waits.add(((JsonObject) attempt).number("delayMs").orElseThrow()));
        assertThat(waits).containsExactly(1000L, 2000L, 4000L, 8000L, 16_000L, 30_000L, 30_000L, 0L);

        Page page = stage.policies("standard");
        assertThat(page.getByLabel("Longest wait, seconds")).hasValue("30");
        stage.browser.sees("1 s, 2 s, 4 s");
    }

    @Test
    @DisplayName("US-001 AC3: after three retries it gives up")
    void threeRetriesAndNoMore() throws Exception {
        stage.house.provider.script(Script.always(DOWN));
        assertThat(stage.askInAHurry("us1-three", "standard").statusCode()).isEqualTo(503);
        assertThat(stage.house.provider.requests()).hasSize(4);
        stage.house.untilRecorded("us1-three", 1);
        stage.session("us1-three");
        stage.browser.sees("failed after 4 attempts");
    }

    @Test
    @DisplayName("US-001 AC4: a retry in progress is told, with its countdown and its reason")
    void aRetryInProgressIsTold() throws Exception {
        stage.house.failing(new Fault.Status(529, Map.of()));
        var asked = stage.askLater("us1-slow", "slow");
        Page page = stage.browser.at(stage.house.url() + "/live");
        Locator wait = page.locator(".wait");
        assertThat(wait).containsText("Attempt 2 of 3");
        assertThat(wait).containsText("Overloaded");
        assertThat(wait.locator(".count")).hasText(Pattern.compile("2:[0-5][0-9]min"));
        stage.browser.shot("live");
        stage.session("us1-slow");
        stage.browser.sees("retry 1 in progress");
        assertThat(stage.browser.barriers()).isEmpty();
        stage.browser.at(stage.house.url() + "/live");
        stage.browser.click("Retry now");
        assertThat(page.getByText("Nothing waits", new Page.GetByTextOptions().setExact(true)))
                .isVisible();
        assertThat(asked.get().statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("US-001 AC5: the session shows how often it was retried")
    void theSessionShowsItsRetryCount() throws Exception {
        stage.house.failing(DOWN, DOWN);
        stage.house.ask("us1-count");
        stage.house.untilRecorded("us1-count", 1);
        Page page = stage.session("us1-count");
        assertThat(stage.stat(page.locator("main"), "Retry count")).containsText("2");
        assertThat(page.getByText("recovered after 2 retries")).isVisible();
    }

    @Test
    @DisplayName("US-001 AC6: automatic retries can be switched off in the settings")
    void retriesCanBeSwitchedOff() throws Exception {
        Page page = stage.policies("off-project");
        page.getByLabel("Retry automatically").uncheck();
        stage.save();
        stage.house.failing(DOWN);
        assertThat(stage.house
                        .askFor("us1-off", "no retries", "x-mulligan-project", "off-project")
                        .statusCode())
                .isEqualTo(503);
        assertThat(stage.house.provider.requests()).hasSize(1);
    }
}
