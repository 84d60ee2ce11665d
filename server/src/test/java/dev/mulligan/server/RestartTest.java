package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.text.JsonObject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What people decided outlives the server, and counts on every server that shares the store. */
@Timeout(60)
class RestartTest {

    @TempDir
    Path folder;

    private static JsonObject escalation(House house, String session) throws Exception {
        return (JsonObject)
                house.get("/api/sessions/" + session).list("escalations").getFirst();
    }

    @Test
    void anEscalatedSessionStaysEscalatedThroughTwoStepsAndARestart() throws Exception {
        try (House house = new House(folder)) {
            house.ask("s");
            house.untilRecorded("s", 1);
            house.call("POST", "/api/sessions/s/escalate", "");
            assertThat(house.call("POST", "/api/sessions/s/escalate", "").body())
                    .contains("claude-sonnet-5-5")
                    .contains("claude-opus-5-5");
        }
        try (House house = new House(folder)) {
            assertThat(house.get("/api/sessions/s").text("escalatedTo")).contains("claude-opus-5-5");
            house.ask("s");
            assertThat(house.lastSent()).contains("claude-opus-5-5").doesNotContain(House.MODEL);
            house.ask("another");
            assertThat(house.lastSent()).contains(House.MODEL);
        }
    }

    @Test
    void theRecordHasTheEstimateAndAfterTheNextAnswerTheActualCost() throws Exception {
        try (House house = new House(folder)) {
            house.ask("s");
            house.untilRecorded("s", 1);
            JsonObject estimate = house.get("/api/sessions/s/estimate");
            house.call("POST", "/api/sessions/s/escalate", "");
            JsonObject before = escalation(house, "s");
            assertThat(before.number("costEstimateMicros")).isEqualTo(estimate.number("targetMicros"));
            assertThat(before.number("costBeforeMicros")).isEqualTo(estimate.number("currentMicros"));
            assertThat(before.has("costActualMicros")).isFalse();
        }
        try (House house = new House(folder)) {
            house.ask("s");
            house.untilRecorded("s", 2);
            JsonObject after = escalation(house, "s");
            assertThat(after.number("costActualMicros").orElse(0)).isPositive();
            JsonObject request =
                    (JsonObject) house.get("/api/sessions/s").list("requests").getFirst();
            assertThat(after.number("costActualMicros")).isEqualTo(request.number("costMicros"));
            assertThat(after.text("firstRequest")).isEqualTo(request.text("requestId"));
            // The estimate expects an empty cache after a change of model, so it may only be too high.
            assertThat(after.number("costEstimateMicros").orElse(0))
                    .isGreaterThanOrEqualTo(after.number("costActualMicros").orElseThrow());
        }
    }

    @Test
    void aSessionFromBeforeTheRestartCanBeEscalatedBeforeItSpeaksAgain() throws Exception {
        try (House house = new House(folder)) {
            house.ask("s");
            house.untilRecorded("s", 1);
        }
        try (House house = new House(folder)) {
            assertThat(house.get("/api/sessions/s/estimate").text("basis")).contains("measured");
            assertThat(house.call("POST", "/api/sessions/s/escalate", "").statusCode())
                    .isEqualTo(200);
            house.ask("s");
            assertThat(house.lastSent()).contains("claude-sonnet-5-5");
        }
    }

    @Test
    void whatOneServerDecidesCountsOnTheOtherOfTheSameStore() throws Exception {
        try (House one = new House(folder);
                House other = new House(folder)) {
            one.ask("s");
            one.untilRecorded("s", 1);
            one.call("POST", "/api/sessions/s/escalate", "");
            one.call("PUT", "/api/projects/shop/retry-policy", "{\"maxRetries\":0}");
            House.until(() -> {
                try {
                    return other.get("/api/sessions/s").text("escalatedTo").isPresent()
                            && other.get("/api/projects/shop/retry-policy")
                                            .integer("maxRetries")
                                            .orElse(9)
                                    == 0;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            other.ask("s");
            assertThat(other.lastSent()).contains("claude-sonnet-5-5");
            other.provider.forgetRequests();
            other.provider.script(Script.always(new Fault.Status(503, Map.of())));
            other.askFor("t", "hello", "x-mulligan-project", "shop");
            assertThat(other.provider.requests()).hasSize(1);
        }
    }

    @Test
    void aProjectsOwnPolicyIsInForceFromTheFirstRequestAfterARestart() throws Exception {
        try (House house = new House(folder)) {
            house.call("PUT", "/api/projects/shop/retry-policy", "{\"maxRetries\":1}");
        }
        try (House house = new House(folder)) {
            house.provider.script(Script.always(new Fault.Status(503, Map.of())));
            house.askFor("t", "hello", "x-mulligan-project", "shop");
            assertThat(house.provider.requests()).hasSize(2);
        }
    }
}
