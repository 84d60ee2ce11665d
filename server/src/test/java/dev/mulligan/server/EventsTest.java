package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.QuestionEvent;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EventsTest {

    @FunctionalInterface
    private interface Act {
        void run() throws Exception;
    }

    @TempDir
    Path folder;

    private static List<Long> follow(House house, String after, int wanted) throws Exception {
        return follow(house, after, wanted, () -> {});
    }

    /** @param greeted what is done once the server has said where it begins */
    private static List<Long> follow(House house, String after, int wanted, Act greeted) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(house.url() + "/api/events"))
                .header("last-event-id", after)
                .build();
        var stream = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
        List<Long> ids = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            boolean hello = true;
            while (ids.size() < wanted) {
                String line = lines.readLine();
                if (line == null) {
                    throw new AssertionError("the stream ended after " + ids);
                }
                if (line.startsWith("id: ") && !hello) {
                    ids.add(Long.parseLong(line.substring(4)));
                } else if (line.startsWith("event: hello")) {
                    hello = false;
                    greeted.run();
                }
            }
        }
        return ids;
    }

    @Test
    void whoComesBackMissesNothingAndSeesNothingTwice() throws Exception {
        try (House house = new House(folder)) {
            house.failing(new Fault.Status(529, Map.of()));
            house.ask("a");
            house.untilRecorded("a", 1);
            List<Long> all = house.store.feed().since(0, 100).stream()
                    .map(item -> item.position())
                    .toList();
            List<Long> first = follow(house, "0", 2);
            List<Long> rest = follow(house, String.valueOf(first.getLast()), all.size() - 2);
            List<Long> together = new ArrayList<>(first);
            together.addAll(rest);
            assertThat(together).isEqualTo(all);
        }
    }

    /** A page stays open while the store is deleted, or goes back to what it was in a backup. */
    @Test
    void whoComesFromAnotherStoreHearsWhatHappensNext() throws Exception {
        try (House house = new House(folder)) {
            assertThat(follow(house, "99999999999", 2, () -> house.ask("after")))
                    .hasSize(2);
        }
    }

    @Test
    void aNewEventArrivesWhileFollowing() throws Exception {
        try (House house = new House(folder)) {
            CompletableFuture<List<Long>> seen = CompletableFuture.supplyAsync(() -> {
                try {
                    return follow(house, "0", 2);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            house.ask("later");
            assertThat(seen.get()).hasSize(2);
        }
    }

    @Test
    void aWaitingRetryIsShownAndCanBeHurriedOrGivenUp() throws Exception {
        try (House house = new House(
                folder,
                options ->
                        options.policy(House.QUICK.backoff(dev.mulligan.policy.Backoff.fixed(Duration.ofMinutes(5)))),
                settings -> settings)) {
            house.failing(new Fault.Status(503, Map.of()));
            CompletableFuture<HttpResponse<String>> asked = later(house, "w1");
            JsonObject waiting = waiting(house, "w1");
            assertThat(waiting.text("session")).contains("w1");
            assertThat(waiting.integer("attempt")).hasValue(2);
            assertThat(waiting.integer("maxAttempts")).hasValue(3);
            assertThat(Instant.parse(waiting.text("nextRetryAt", ""))).isAfter(Instant.now());
            house.call("POST", "/api/live/" + waiting.text("requestId", "") + "/retry-now", "");
            assertThat(asked.get().statusCode()).isEqualTo(200);

            house.failing(new Fault.Status(503, Map.of()));
            CompletableFuture<HttpResponse<String>> other = later(house, "w2");
            String id = waiting(house, "w2").text("requestId", "");
            assertThat(house.call("POST", "/api/live/" + id + "/cancel", "").statusCode())
                    .isEqualTo(204);
            House.until(() -> house.server.gateway().activeRetries().isEmpty());
            assertThat(house.call("POST", "/api/live/" + id + "/cancel", "").statusCode())
                    .isEqualTo(409);
            other.cancel(true);
        }
    }

    private static CompletableFuture<HttpResponse<String>> later(House house, String session) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return house.ask(session);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private static JsonObject waiting(House house, String session) throws Exception {
        List<JsonObject> found = new ArrayList<>();
        House.until(() -> {
            live(house).stream()
                    .filter(retry -> retry.text("session").equals(Optional.of(session)))
                    // Between its failure and its wait it has no time yet.
                    .filter(retry -> retry.text("nextRetryAt").isPresent())
                    .forEach(found::add);
            return !found.isEmpty();
        });
        return found.getFirst();
    }

    private static List<JsonObject> live(House house) {
        try {
            return house.get("/api/live").list("retries").stream()
                    .map(JsonObject.class::cast)
                    .toList();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void failuresAreCountedByTypeModelMessageAndPatternAndCanBeTakenAway() throws Exception {
        try (House house = new House(folder)) {
            house.failing(new Fault.Status(400, Map.of()));
            house.askFor("f1", "Fix issue 12 in app.py");
            house.askFor("f2", "Fix issue 13 in app.py");
            house.untilRecorded("f2", 1);
            JsonObject failures = house.get("/api/analytics/failures");
            assertThat(failures.integer("totalFailures")).hasValue(1);
            assertThat(failures.object("byErrorType").orElseThrow().integer("invalid_request"))
                    .hasValue(1);
            assertThat(failures.object("byErrorType").orElseThrow().members()).hasSize(8);
            assertThat(failures.object("byModel").orElseThrow().integer(House.MODEL))
                    .hasValue(1);
            assertThat(failures.list("topErrorMessages")).hasSize(1);
            assertThat(failures.object("failureRateByDay").orElseThrow().members())
                    .hasSize(1);
            JsonObject pattern = (JsonObject) failures.list("promptPatterns").getFirst();
            assertThat(pattern.text("pattern", "")).startsWith("Fix issue <n> in");
            assertThat(pattern.integer("requests")).hasValue(2);
            assertThat(house.call("GET", "/api/analytics/failures?format=csv", "")
                            .body())
                    .contains("model," + House.MODEL);
            assertThat(house.call("GET", "/api/analytics/failures?format=ndjson", "")
                            .body()
                            .lines())
                    .allSatisfy(line -> Json.parseObject(line));
            assertThat(house.call("GET", "/api/analytics/failures?from=yesterday", "")
                            .body())
                    .contains("\"field\":\"from\"");
        }
    }

    @Test
    void aQuestionThatNobodyHereCanAnswerSaysSoAndOthersAreAnswered() throws Exception {
        Recorded asked = new Recorded(
                "run-1", 1, Instant.now(), new QuestionEvent.QuestionAsked("q1", "Go on?", List.of("yes", "no"), ""));
        try (House house = new House(folder)) {
            house.store.append(List.of(asked));
            HttpResponse<String> answer = house.call("POST", "/api/questions/q1/answer", "{\"answer\":\"yes\"}");
            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body()).contains("no run is driven by this server");
            assertThat(house.call("POST", "/api/questions/q1/answer", "{\"answer\":\"perhaps\"}")
                            .body())
                    .contains("\"field\":\"answer\"");
        }
    }

    @Test
    void theListOfEndpointsIsServedAndTheLabComparesPolicies() throws Exception {
        try (House house = new House(folder)) {
            JsonObject api = house.get("/api/openapi.json");
            assertThat(api.object("paths").orElseThrow().members().keySet())
                    .contains(
                            "/api/retry-policy",
                            "/api/projects/{id}/retry-policy",
                            "/api/sessions/{id}/retry",
                            "/api/sessions/{id}/escalate",
                            "/api/analytics/failures",
                            "/api/events");
            house.failing(new Fault.Status(529, Map.of()));
            house.ask("lab");
            house.untilRecorded("lab", 1);
            JsonObject lab = Json.parseObject(
                    house.call("POST", "/api/lab/replay", "{\"policies\":[\"off\"],\"candidate\":{\"maxAttempts\":5}}")
                            .body());
            assertThat(lab.integer("cases")).hasValue(1);
            assertThat(lab.list("predictions")).hasSize(3);
        }
    }
}
