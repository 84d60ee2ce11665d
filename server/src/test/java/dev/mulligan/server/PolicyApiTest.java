package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PolicyApiTest {

    private static final String OWN = "/api/projects/ship%20it/retry-policy";

    @TempDir
    Path folder;

    @Test
    void documentsCarryTheNamesOfTheDataModelAndBothCounts() throws Exception {
        try (House house = new House(folder)) {
            JsonObject policy = house.get("/api/retry-policy");
            assertThat(policy.members().keySet())
                    .contains(
                            "id",
                            "name",
                            "maxRetries",
                            "maxAttempts",
                            "backoffBase",
                            "backoffMultiplier",
                            "maxBackoff",
                            "retryableErrors",
                            "autoEscalate",
                            "escalateAfterRetries");
            assertThat(policy.integer("maxRetries")).hasValue(2);
            assertThat(policy.integer("maxAttempts")).hasValue(3);
        }
    }

    @Test
    void aChangedPolicyCountsFromTheNextRequestOnAndAfterARestart() throws Exception {
        Fault down = new Fault.Status(503, Map.of());
        try (House house = new House(folder)) {
            house.provider.script(Script.always(down));
            house.ask("before");
            assertThat(house.provider.requests()).hasSize(3);
            HttpResponse<String> put = house.call("PUT", "/api/retry-policy", "{\"maxRetries\":0}");
            assertThat(put.statusCode()).isEqualTo(200);
            house.provider.forgetRequests();
            house.ask("after");
            assertThat(house.provider.requests()).hasSize(1);
        }
        try (House house = new House(folder)) {
            assertThat(house.get("/api/retry-policy").integer("maxAttempts")).hasValue(1);
        }
    }

    @Test
    void aProjectHasItsOwnPolicyAndOthersKeepTheDefault() throws Exception {
        try (House house = new House(folder)) {
            assertThat(house.get(OWN).truth("inherited")).contains(true);
            house.call("PUT", OWN, "{\"maxRetries\":4,\"backoffBase\":0.01,\"maxBackoff\":0.02}");
            assertThat(house.get(OWN).truth("inherited")).contains(false);
            assertThat(house.get("/api/retry-policy").integer("maxRetries")).hasValue(2);
            house.provider.script(Script.always(new Fault.Status(502, Map.of())));
            house.askFor("p", "hello", "x-mulligan-project", "ship it");
            assertThat(house.provider.requests()).hasSize(5);
        }
    }

    @Test
    void aProjectThatIsResetFollowsTheDefaultAgainAndAlsoAfterARestart() throws Exception {
        try (House house = new House(folder)) {
            house.call("PUT", OWN, "{\"maxRetries\":4}");
            house.call("PUT", "/api/retry-policy", "{\"maxRetries\":1}");
            HttpResponse<String> reset = house.call("DELETE", OWN, "");
            assertThat(reset.statusCode()).isEqualTo(200);
            assertThat(Json.parseObject(reset.body()).truth("inherited")).contains(true);
            assertThat(Json.parseObject(reset.body()).integer("maxRetries")).hasValue(1);
            house.provider.script(Script.always(new Fault.Status(502, Map.of())));
            house.askFor("p", "hello", "x-mulligan-project", "ship it");
            assertThat(house.provider.requests()).hasSize(2);
        }
        try (House house = new House(folder)) {
            assertThat(house.get(OWN).truth("inherited")).contains(true);
            assertThat(house.get(OWN).integer("maxRetries")).hasValue(1);
            assertThat(house.get("/api/policies").list("policies")).hasSize(1);
            assertThat(house.call("PUT", OWN, "{\"maxRetries\":3}").statusCode())
                    .isEqualTo(200);
            assertThat(house.get(OWN).integer("maxRetries")).hasValue(3);
        }
    }

    @Test
    void theDefaultGoesBackToWhatTheProgramWasStartedWith() throws Exception {
        try (House house = new House(folder)) {
            house.call("PUT", "/api/retry-policy", "{\"maxRetries\":7}");
            assertThat(house.get("/api/retry-policy").truth("changed")).contains(true);
            house.call("DELETE", "/api/retry-policy", "");
            assertThat(house.get("/api/retry-policy").integer("maxRetries")).hasValue(2);
            assertThat(house.get("/api/retry-policy").truth("changed")).contains(false);
        }
    }

    @Test
    void aResetOfWhatSomebodyElseChangedMeanwhileIsRefused() throws Exception {
        try (House house = new House(folder)) {
            house.call("PUT", OWN, "{\"maxRetries\":4}");
            String tag = house.call("GET", OWN, "").headers().firstValue("etag").orElseThrow();
            house.call("PUT", OWN, "{\"maxRetries\":5}");
            assertThat(house.call("DELETE", OWN, "", "if-match", tag).statusCode())
                    .isEqualTo(412);
            assertThat(house.get(OWN).integer("maxRetries")).hasValue(5);
        }
    }

    @Test
    void errorsThatAreNotNamedAreNotRetried() throws Exception {
        try (House house = new House(folder)) {
            house.call("PUT", "/api/retry-policy", "{\"retryableErrors\":[\"rate_limit\"]}");
            house.provider.script(Script.always(new Fault.Status(500, Map.of())));
            house.ask("one");
            assertThat(house.provider.requests()).hasSize(1);
        }
    }

    @Test
    void twoPeopleCannotOverwriteEachOther() throws Exception {
        try (House house = new House(folder)) {
            String tag = house.call("GET", "/api/retry-policy", "")
                    .headers()
                    .firstValue("etag")
                    .orElseThrow();
            assertThat(house.call("PUT", "/api/retry-policy", "{\"maxRetries\":5}", "if-match", tag)
                            .statusCode())
                    .isEqualTo(200);
            HttpResponse<String> late = house.call("PUT", "/api/retry-policy", "{\"maxRetries\":6}", "if-match", tag);
            assertThat(late.statusCode()).isEqualTo(412);
            assertThat(house.get("/api/retry-policy").integer("maxRetries")).hasValue(5);
        }
    }

    @Test
    void whatWasReadIsWelcomeBack() throws Exception {
        try (House house = new House(folder)) {
            house.call("PUT", "/api/retry-policy", "{\"maxRetries\":5}");
            JsonObject read = house.get("/api/retry-policy");
            HttpResponse<String> back = house.call("PUT", "/api/retry-policy", Json.write(read));
            assertThat(back.statusCode()).as(back.body()).isEqualTo(200);
            assertThat(house.get("/api/retry-policy").list("retryableErrors")).isEqualTo(read.list("retryableErrors"));
        }
    }

    /** Nothing in the same words passes a content filter, so it is retried only where somebody asks for it. */
    @Test
    void aContentFilterIsShownAsTheGatewayTakesIt() throws Exception {
        try (House house = new House(folder)) {
            house.provider.script(Script.always(new Fault.Answer(400, "application/json", """
                    {"type":"error","error":{"type":"invalid_request_error","message":"Output blocked by content filtering policy"}}""", Map.of())));
            house.ask("one");
            assertThat(house.provider.requests()).hasSize(1);
            assertThat(house.get("/api/retry-policy").list("retryableErrors").toString())
                    .contains("rate_limit")
                    .doesNotContain("content_filter");
            house.call("PUT", "/api/retry-policy", "{\"retryableErrors\":[\"content_filter\"]}");
            house.provider.forgetRequests();
            house.askFor("two", "say something else");
            assertThat(house.provider.requests()).hasSize(3);
            assertThat(house.get("/api/retry-policy").list("retryableErrors")).hasToString("[content_filter]");
        }
    }

    @Test
    void messagesHaveTheNamesOfTheDocumentAndTimesAsPeopleWriteThem() throws Exception {
        Map<String, String> wrong = Map.of(
                "{\"backoffBase\":-1}", "backoffBase: -1s: a delay cannot be negative",
                "{\"backoffBase\":10,\"maxBackoff\":0.5}", "maxBackoff: 500ms: is smaller than the base delay 10s",
                "{\"backoffMultiplier\":-2}", "backoffMultiplier: -2.0: a factor is a number from 1 to 1000",
                "{\"maxRetries\":", "the text ends too early: something that was begun is not closed");
        try (House house = new House(folder)) {
            for (Map.Entry<String, String> one : wrong.entrySet()) {
                String body =
                        house.call("PUT", "/api/retry-policy", one.getKey()).body();
                assertThat(Json.parseObject(body).text("detail", ""))
                        .startsWith(one.getValue())
                        .doesNotContain("Feature");
            }
            JsonObject tight = Json.parseObject(house.call(
                            "POST",
                            "/api/retry-policy/preview",
                            "{\"maxRetries\":1,\"backoff\":\"exponential\",\"backoffBase\":1,\"maxBackoff\":60}")
                    .body());
            assertThat(tight.list("warnings").toString()).contains("maxBackoff").doesNotContain("cap");
        }
    }

    @Test
    void whatIsWrongIsNamedByItsField() throws Exception {
        Map<String, String> wrong = Map.of(
                "{\"maxRetries\":-1}", "maxRetries",
                "{\"maxRetries\":1.5}", "maxRetries",
                "{\"backoffBase\":10,\"maxBackoff\":1}", "maxBackoff",
                "{\"backoffMultiplier\":\"two\"}", "backoffMultiplier",
                "{\"retryableErrors\":[\"bad_luck\"]}", "retryableErrors",
                "{\"jitter\":\"wild\"}", "jitter",
                "{\"deadline\":0}", "deadline",
                "{\"maxTries\":3}", "maxTries");
        try (House house = new House(folder)) {
            for (Map.Entry<String, String> one : wrong.entrySet()) {
                HttpResponse<String> answer = house.call("PUT", "/api/retry-policy", one.getKey());
                assertThat(answer.statusCode()).as(one.getKey()).isEqualTo(422);
                assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
                assertThat(Json.parseObject(answer.body()).text("field"))
                        .as(one.getKey())
                        .contains(one.getValue());
            }
            assertThat(house.call("PUT", "/api/retry-policy", "{\"maxRetries\":")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(house.get("/api/retry-policy").integer("maxRetries")).hasValue(2);
        }
    }

    @Test
    void aPreviewSaysWhatWouldChangeAndSavesNothing() throws Exception {
        try (House house = new House(folder)) {
            JsonObject preview = Json.parseObject(house.call(
                            "POST",
                            "/api/retry-policy/preview",
                            "{\"maxRetries\":4,\"backoff\":\"exponential\",\"backoffBase\":1,\"backoffMultiplier\":2,\"maxBackoff\":30}")
                    .body());
            assertThat(preview.list("delays").toString()).isEqualTo("[1.0, 2.0, 4.0, 8.0]");
            assertThat(preview.list("changes").toString())
                    .contains("maxAttempts")
                    .contains("backoffBase");
            assertThat(house.get("/api/retry-policy").integer("maxRetries")).hasValue(2);
        }
    }
}
