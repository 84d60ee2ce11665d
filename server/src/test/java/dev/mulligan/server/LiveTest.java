package dev.mulligan.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.event.RetryEvent;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.Patience;
import dev.mulligan.policy.Backoff;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person can do about a request that waits, and what its client and the record see of it. */
@Timeout(120)
class LiveTest {

    /** The provider's word, and our own backoff: neither ends within the test. */
    private static final Fault ASKED_TO_WAIT = new Fault.Status(429, Map.of("retry-after", "45"));

    private static final Fault OVERLOADED = new Fault.Status(529, Map.of());

    private final List<GatewayFact> facts = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder;

    private House house() throws Exception {
        return new House(
                folder,
                options -> options.policy(House.QUICK.backoff(Backoff.fixed(Duration.ofMinutes(5))))
                        .patience(soonASignOfLife(options.patience()))
                        .listener(fact -> {
                            facts.add(fact);
                            options.listener().on(fact);
                        }),
                settings -> settings);
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/messages, invalid_request_error, true",
        "/v1/messages, invalid_request_error, false",
        "/v1/chat/completions, invalid_request_error, true"
    })
    void whatIsGivenUpIsAnsweredAtOnceInTheWordsOfItsWire(String path, String code, boolean stated) throws Exception {
        try (House house = house()) {
            house.failing(stated ? ASKED_TO_WAIT : OVERLOADED);
            CompletableFuture<HttpResponse<String>> asked = ask(house, path);
            act(house, "cancel");

            HttpResponse<String> answer = asked.get(20, TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(499);
            assertThat(answer.headers().firstValue("x-should-retry")).contains("false");
            JsonObject error = Json.parseObject(answer.body()).object("error").orElseThrow();
            assertThat(error.text("type").or(() -> error.text("code"))).contains(code);
            assertThat(error.text("message", ""))
                    .contains("given up by hand while it waited for another attempt; the last one failed: ");
            assertThat(house.provider.requests()).hasSize(1);
        }
    }

    @Test
    void aStreamThatWasKeptOpenEndsWithAnErrorEvent() throws Exception {
        try (House house = house()) {
            house.failing(ASKED_TO_WAIT);
            // Arrives with the first sign of life.
            HttpResponse<InputStream> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(house.url() + "/v1/messages"))
                                    .header("x-api-key", House.KEY)
                                    .POST(HttpRequest.BodyPublishers.ofString(body(true)))
                                    .build(),
                            HttpResponse.BodyHandlers.ofInputStream());
            act(house, "cancel");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(new String(answer.body().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("event: ping", "event: error", "given up by hand");
        }
    }

    @Test
    void whatIsGivenUpIsRecordedOnceAsRefusedAfterOneAttempt() throws Exception {
        try (House house = house()) {
            house.failing(ASKED_TO_WAIT);
            CompletableFuture<HttpResponse<String>> asked = ask(house, "/v1/messages");
            String id = act(house, "cancel");
            asked.get(20, TimeUnit.SECONDS);
            house.untilRecorded("live", 1);

            assertThat(facts)
                    .filteredOn(fact -> fact instanceof GatewayFact.Recovering(RetryEvent.RetryExhausted _))
                    .hasSize(1);
            assertThat(facts)
                    .filteredOn(GatewayFact.RequestFinished.class::isInstance)
                    .hasSize(1);
            JsonObject request = house.get("/api/sessions/live/requests/" + id)
                    .object("request")
                    .orElseThrow();
            assertThat(request.integer("status")).hasValue(499);
            assertThat(request.list("attempts")).hasSize(1);
            JsonObject only = (JsonObject) request.list("attempts").getFirst();
            assertThat(only.integer("attemptNumber")).hasValue(1);
            assertThat(only.text("failureType")).contains("rate_limit");
            assertThat((long) only.integer("waitedMs").orElseThrow())
                    .isLessThanOrEqualTo(request.integer("durationMs").orElseThrow());
            JsonObject failure =
                    (JsonObject) house.get("/api/failures").list("failures").getFirst();
            assertThat(failure.text("outcome")).contains("refused");
            assertThat(failure.text("failureType")).contains("cancelled");
            assertThat(house.get("/api/failures?outcome=lost").list("failures")).isEmpty();
            assertThat(house.store.sessions().find("live").orElseThrow().lost()).isZero();
        }
    }

    @Test
    void theSameRequestMayBeSentAgain() throws Exception {
        try (House house = house()) {
            house.failing(OVERLOADED);
            CompletableFuture<HttpResponse<String>> asked = ask(house, "/v1/messages");
            act(house, "cancel");
            asked.get(20, TimeUnit.SECONDS);

            assertThat(ask(house, "/v1/messages").get(20, TimeUnit.SECONDS).statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void whatIsHurriedIsTriedNowWhoeverAskedForTheWait(boolean stated) throws Exception {
        try (House house = house()) {
            house.failing(stated ? ASKED_TO_WAIT : OVERLOADED);
            CompletableFuture<HttpResponse<String>> asked = ask(house, "/v1/messages");
            String id = act(house, "retry-now");

            assertThat(asked.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            house.untilRecorded("live", 1);
            JsonObject request = house.get("/api/sessions/live/requests/" + id)
                    .object("request")
                    .orElseThrow();
            JsonObject first = (JsonObject) request.list("attempts").getFirst();
            assertThat((long) first.integer("waitedMs").orElseThrow())
                    .isLessThanOrEqualTo(request.integer("durationMs").orElseThrow());
        }
    }

    @Test
    void aRequestHeldUpByTheWaitOfAnotherCanBeHurriedToo() throws Exception {
        try (House house = house()) {
            house.failing(ASKED_TO_WAIT, OVERLOADED);
            CompletableFuture<HttpResponse<String>> asked = ask(house, "/v1/messages");
            act(house, "retry-now");
            House.until(() -> house.provider.requests().size() == 2);
            act(house, "retry-now");

            assertThat(asked.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            assertThat(house.provider.requests()).hasSize(3);
        }
    }

    private static Patience soonASignOfLife(Patience usual) {
        return new Patience(
                usual.connect(),
                usual.firstByte(),
                usual.wholeAnswer(),
                usual.idle(),
                usual.progress(),
                usual.request(),
                Duration.ofMillis(300),
                usual.keepAliveEvery(),
                usual.attempts(),
                usual.notice(),
                usual.drain());
    }

    private static String body(boolean stream) {
        return Json.write(Json.object(
                "model",
                House.MODEL,
                "max_tokens",
                100,
                "stream",
                stream,
                "messages",
                List.of(Json.object("role", "user", "content", "Mend the parser"))));
    }

    private static CompletableFuture<HttpResponse<String>> ask(House house, String path) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return house.call("POST", path, body(false), "x-api-key", House.KEY, "session-id", "live");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private static String waiting(House house) throws Exception {
        House.until(() -> found(house).isPresent());
        return found(house).orElseThrow();
    }

    private static Optional<String> found(House house) {
        try {
            return house.get("/api/live").list("retries").stream()
                    .map(JsonObject.class::cast)
                    .filter(retry -> retry.text("nextRetryAt").isPresent())
                    .map(retry -> retry.text("requestId", ""))
                    .findFirst();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String act(House house, String what) throws Exception {
        String id = waiting(house);
        assertThat(house.call("POST", "/api/live/" + id + "/" + what, "").statusCode())
                .isEqualTo(204);
        return id;
    }
}
