package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.gateway.options.GatewayLimits;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pages of other sites, guessed tokens, uploads without end, names that are secrets. */
@Timeout(60)
class HostileClientsTest {

    private static RawClient.Got get(Rig rig, String target, String... headers) throws Exception {
        try (RawClient client = rig.client()) {
            client.raw("GET " + target + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\n\r\n");
            return client.read();
        }
    }

    @Test
    void metricsAndGatewayAreNotForPagesAndNamesOfOthers() throws Exception {
        try (Rig rig = new Rig(options -> options.hosts(Set.of("team.internal")))) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            for (String target : new String[] {"/metrics", "/v1/models", "/p/shop/v1/models"}) {
                assertThat(get(rig, target, "Host: evil.example:7171").status())
                        .as(target)
                        .isEqualTo(421);
                assertThat(get(rig, target, "Host: localhost", "Origin: https://evil.example")
                                .status())
                        .as(target)
                        .isEqualTo(403);
                assertThat(get(rig, target, "Host: localhost", "Sec-Fetch-Site: cross-site")
                                .status())
                        .as(target)
                        .isEqualTo(403);
            }
            assertThat(rig.upstream.calls()).isZero();
            assertThat(get(rig, "/v1/models", "Host: evil.example").body())
                    .contains("invalid_request_error")
                    .contains("--host NAME");
            for (String host : new String[] {"localhost:1", "127.0.0.1", "[::1]:7171", "TEAM.internal:80"}) {
                assertThat(get(rig, "/v1/models", "Host: " + host).status())
                        .as(host)
                        .isEqualTo(200);
            }
            assertThat(get(
                                    rig,
                                    "/metrics",
                                    "Host: localhost:7",
                                    "Origin: http://localhost:7",
                                    "Sec-Fetch-Site: same-origin")
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void twoHostsAndTargetsOfOtherServersAreRefused() throws Exception {
        try (Rig rig = new Rig()) {
            assertThat(get(rig, "/v1/models", "Host: localhost", "Host: evil.example")
                            .status())
                    .isEqualTo(400);
            assertThat(get(rig, "/v1/models", "X-None: of it").status()).isEqualTo(400);
            assertThat(get(rig, "http://evil.example/v1/models", "Host: localhost")
                            .status())
                    .isEqualTo(400);
            assertThat(get(rig, "HTTP://localhost/v1/models", "Host: localhost").status())
                    .isEqualTo(400);
            assertThat(rig.upstream.calls()).isZero();
        }
    }

    @Test
    void whoeverGuessesTokensWaitsLongerAndLonger() throws Exception {
        try (Rig rig = new Rig(options -> options.token("s3cret"))) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            assertThat(rig.ask("x-mulligan-token: ").status()).isEqualTo(401);
            assertThat(rig.post("/t//v1/messages", Rig.ASK).status()).isEqualTo(401);
            rig.time.advance(Duration.ofMinutes(16));
            for (int i = 0; i < 6; i++) {
                assertThat(rig.ask("x-mulligan-token: guess" + i).status()).isEqualTo(401);
            }
            RawClient.Got slowed = rig.ask("x-mulligan-token: s3cret");
            assertThat(slowed.status()).as("even the right one").isEqualTo(429);
            assertThat(slowed.header("retry-after")).isEqualTo("1");
            assertThat(get(rig, "/metrics", "Host: localhost", "x-mulligan-token: guess")
                            .status())
                    .isEqualTo(429);
            rig.time.advance(Duration.ofSeconds(2));
            assertThat(rig.ask("x-mulligan-token: s3cret").status()).isEqualTo(200);
            assertThat(rig.ask("x-mulligan-token: guess").status()).isEqualTo(401);
            assertThat(rig.ask("x-mulligan-token: guess").header("retry-after")).isEqualTo("2");
            assertThat(rig.ask("x-mulligan-token: s3cret").status())
                    .as("a client that was in before somebody beside it guessed")
                    .isEqualTo(200);
        }
    }

    @Test
    void metricsNeedTheTokenToo() throws Exception {
        try (Rig rig = new Rig(options -> options.token("s3cret"))) {
            assertThat(get(rig, "/metrics", "Host: localhost").status()).isEqualTo(401);
            assertThat(get(rig, "/metrics", "Host: prometheus.internal", "Authorization: Bearer s3cret")
                            .status())
                    .isEqualTo(200);
            assertThat(get(rig, "/healthz", "Host: localhost").status()).isEqualTo(200);
        }
    }

    @Test
    void manyUploadsAtOnceAreRefusedAndNotTheEnd() throws Exception {
        GatewayLimits tight = new GatewayLimits(1 << 20, 1 << 20, 8192, 4096, 1 << 20, 100, 20);
        CountDownLatch first = new CountDownLatch(1);
        try (Rig rig = new Rig(options -> options.limits(tight));
                RawClient slow = rig.client()) {
            rig.then((seen, line) -> {
                first.await();
                Replies.json(Replies.GOOD_JSON).answer(seen, line);
            });
            slow.send(Rig.MESSAGES, Rig.ASK + " ".repeat(700_000));
            while (rig.upstream.calls() < 1) {
                Thread.onSpinWait();
            }
            RawClient.Got refused = rig.post("/v1/chat/completions", Rig.ASK + " ".repeat(700_000));
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("retry-after")).isEqualTo("2");
            assertThat(refused.body()).contains("\"code\":\"server_error\"").contains("too many large requests");
            rig.then(Replies.json(Replies.GOOD_JSON));
            assertThat(rig.ask().status()).as("a small one has room").isEqualTo(200);
            first.countDown();
            assertThat(slow.read().status()).isEqualTo(200);
            for (int i = 0; i < 5; i++) {
                try (RawClient gone = rig.client()) {
                    gone.raw("POST /v1/messages HTTP/1.1\r\nHost: localhost\r\ncontent-length: 900000\r\n\r\n"
                            + " ".repeat(700_000));
                }
            }
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            int status = 0;
            for (int i = 0; i < 500 && status != 200; i++) {
                status = rig.post(Rig.MESSAGES, Rig.ASK + " ".repeat(900_000)).status();
            }
            assertThat(status).as("everything was given back").isEqualTo(200);
        }
    }

    @Test
    void namesThatAreSecretsOrWritOnTheTerminalReachNobody() throws Exception {
        String key = "sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
        String ask = Rig.ASK.replace("claude-sonnet-5-5", key);
        try (Rig rig = new Rig()) {
            rig.then(
                    Replies.json(Replies.GOOD_JSON),
                    Replies.status(401, "{\"error\":{\"message\":\"\\u001b[2Jno: " + key + "\"}}"));
            RawClient.Got got = rig.post(Rig.MESSAGES, ask, "session-id: " + key, "x-mulligan-project: " + key);
            assertThat(rig.upstream.seen().getFirst().text())
                    .as("the provider gets what was sent")
                    .isEqualTo(ask);
            assertThat(got.head()).doesNotContain(key);
            rig.post(Rig.MESSAGES, Rig.ASK.replace("claude-sonnet-5-5", "evil\\u001b[31m"));
            assertThat(get(rig, "/metrics", "Host: localhost").body())
                    .doesNotContain(key)
                    .contains("hidden-");
            assertThat(rig.facts.toString()).doesNotContain(key).doesNotContain("\u001b");
            assertThat(rig.gateway.sessions().list().toString()).doesNotContain(key);
        }
    }

    @Test
    void inventedModelsDoNotFillTheMetrics() throws Exception {
        try (Rig rig = new Rig();
                RawClient client = rig.client()) {
            rig.upstream.always(Replies.json(Replies.GOOD_JSON));
            for (int i = 0; i < 230; i++) {
                client.send(Rig.MESSAGES, Rig.ASK.replace("claude-sonnet-5-5", "invented-" + i));
                client.read();
            }
            rig.ask();
            String metrics = get(rig, "/metrics", "Host: localhost").body();
            assertThat(metrics.lines().filter(line -> line.startsWith("mulligan_gateway_cost_dollars_total{")))
                    .hasSize(202)
                    .anyMatch(line -> line.contains("model=\"other\""))
                    .as("one of the price table is always told apart")
                    .anyMatch(line -> line.contains("model=\"claude-sonnet-5-5\""));
        }
    }
}
