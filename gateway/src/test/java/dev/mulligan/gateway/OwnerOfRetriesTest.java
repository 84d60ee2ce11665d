package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However often a client tries, an outage costs the upstream the policy's attempts and no more. */
@Timeout(60)
class OwnerOfRetriesTest {

    private static final String SESSION = "x-claude-code-session-id: 0b5e";

    @Test
    void outageCostsExactlyThePolicysAttempts() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.overloaded());
            for (int i = 0; i < 3; i++) {
                RawClient.Got got = rig.askStream(SESSION);
                assertThat(got.status()).isEqualTo(529);
                assertThat(got.body()).isEqualTo(Replies.OVERLOADED);
                assertThat(got.header("request-id")).isEqualTo("req_up");
                assertThat(got.header("x-should-retry"))
                        .as("it may pass, so the client may come again")
                        .isEmpty();
            }
            // The same once more in another manner: some clients fall back to not streaming.
            assertThat(rig.ask(SESSION).status()).isEqualTo(529);
            assertThat(rig.upstream.calls()).isEqualTo(4);
            assertThat(rig.finished().clientRetries()).isEqualTo(3);
        }
    }

    @Test
    void codexIsToldWhenItsRequestReachesTheProviderAgain() throws Exception {
        String codex = "originator: codex_exec";
        String session = "session-id: 0b5e";
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.overloaded());
            assertThat(rig.ask(session, codex).header("retry-after")).isEmpty();
            assertThat(rig.ask(session, codex).header("retry-after")).isEqualTo("30");
            rig.time.advance(Duration.ofSeconds(10));
            assertThat(rig.ask(session, codex).header("retry-after")).isEqualTo("20");
            assertThat(rig.upstream.calls()).isEqualTo(4);
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            rig.time.advance(Duration.ofSeconds(20));
            assertThat(rig.ask(session, codex).status()).isEqualTo(200);
        }
    }

    @Test
    void errorInsideTheStreamThatStaysGetsItsTrueStatus() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.stream(Replies.START, Replies.ERROR));
            RawClient.Got got = rig.askStream();
            assertThat(got.status()).isEqualTo(529);
            assertThat(got.body()).isEqualTo(Replies.OVERLOADED);
            assertThat(rig.upstream.calls()).isEqualTo(4);
        }
    }

    @Test
    void permanentFailureIsRememberedForABurst() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(
                    Replies.status(
                            401,
                            "{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"invalid x-api-key\"}}"));
            for (int i = 0; i < 6; i++) {
                assertThat(rig.ask(SESSION, "x-api-key: bad").status()).isEqualTo(401);
            }
            assertThat(rig.upstream.calls()).isEqualTo(1);
            assertThat(rig.ask(SESSION, "x-api-key: other").status()).isEqualTo(401);
            assertThat(rig.upstream.calls()).isEqualTo(2);
        }
    }

    @Test
    void anotherRequestIsNotAffectedAndItsSuccessEndsTheMemory() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.overloaded());
            assertThat(rig.ask(SESSION).status()).isEqualTo(529);
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            assertThat(rig.post(Rig.MESSAGES, Rig.ASK.replace("Hi", "Other"), SESSION)
                            .status())
                    .isEqualTo(200);
            assertThat(rig.ask(SESSION).status()).isEqualTo(200);
        }
    }

    @Test
    void whatAClientNotesForItselfIsNotPartOfTheQuestion() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.status(401, "{}"));
            String noted = Rig.ASK.substring(0, Rig.ASK.length() - 1) + ",\"client_metadata\":";
            assertThat(rig.post(Rig.MESSAGES, noted + "{\"turn\":\"1\",\"window\":\"2\"}}", SESSION)
                            .status())
                    .isEqualTo(401);
            assertThat(rig.post(Rig.MESSAGES, noted + "{\"window\":\"2\",\"turn\":\"1\"}}", SESSION)
                            .status())
                    .isEqualTo(401);
            assertThat(rig.upstream.calls()).isEqualTo(1);
        }
    }

    @Test
    void memoryFades() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.overloaded());
            assertThat(rig.ask(SESSION).status()).isEqualTo(529);
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            rig.time.advance(Duration.ofMinutes(6));
            assertThat(rig.ask(SESSION).status()).isEqualTo(200);
        }
    }

    @Test
    void clientThatLeftAndComesBackGoesOnWithTheSameEpisode() throws Exception {
        try (Rig rig = new Rig()) {
            rig.then(Replies.overloaded(), Replies.overloaded(), Replies.idleTimeout());
            RawClient client = rig.client();
            client.send(Rig.MESSAGES, Rig.ASK, SESSION);
            assertThat(rig.upstream.hears("waiting", 5000)).isTrue();
            client.close();
            assertThat(rig.upstream.hears("hung up", 2000)).isTrue();
            rig.finished();
            rig.upstream.always(Replies.overloaded());
            assertThat(rig.ask(SESSION).status()).isEqualTo(529);
            // Two failures were known, so two of four attempts were left.
            assertThat(rig.upstream.calls()).isEqualTo(5);
        }
    }

    @Test
    void runawayClientIsStopped() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            RawClient.Got got = rig.ask(SESSION);
            for (int i = 0; i < 20; i++) {
                got = rig.ask(SESSION);
            }
            assertThat(got.status()).isEqualTo(400);
            assertThat(got.body()).contains("the very same request 21 times");
            assertThat(got.header("x-should-retry")).isEqualTo("false");
            assertThat(rig.upstream.calls()).isEqualTo(20);
        }
    }

    @Test
    void sameRequestWithoutASessionIsNoRunaway() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            for (int i = 0; i < 30; i++) {
                assertThat(rig.ask().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void retryAfterIsStatedTruly() throws Exception {
        try (Rig rig = new Rig()) {
            rig.upstream.always(Replies.status(
                    429,
                    "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"slow down\"}}",
                    "retry-after: 300"));
            RawClient.Got got = rig.ask();
            assertThat(got.status()).isEqualTo(429);
            assertThat(got.header("retry-after")).isEqualTo("300");
            assertThat(rig.upstream.calls()).isEqualTo(1);
        }
    }
}
