package dev.mulligan.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.failure.Failure;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.telemetry.AccessLog;
import dev.mulligan.gateway.upstream.CallFailures;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AccessLogTest {

    private static List<JsonObject> lines(String text) {
        return text.lines().map(Json::parseObject).toList();
    }

    @Test
    void everyRequestThatEndsIsOneLine() throws Exception {
        StringWriter written = new StringWriter();
        try (AccessLog log = new AccessLog(written)) {
            try (Rig rig = new Rig(o -> o.listener(log))) {
                rig.then(Replies.overloaded(), Replies.json(Replies.GOOD_JSON), Replies.status(401, "{}"));
                rig.ask("x-session-id: s-1", "x-mulligan-project: p", "x-api-key: sk-very-secret");
                rig.post(Rig.MESSAGES, Rig.ASK.replace("Hi", "Two secrets"), "x-api-key: sk-very-secret");
            }
        }

        List<JsonObject> lines = lines(written.toString());
        assertThat(lines).hasSize(2);
        JsonObject first = lines.getFirst();
        assertThat(first.text("session")).contains("s-1");
        assertThat(first.text("project")).contains("p");
        assertThat(first.text("model")).contains("claude-sonnet-5-5");
        assertThat(first.truth("success")).contains(true);
        assertThat(first.integer("status")).hasValue(200);
        assertThat(first.integer("upstreamCalls")).hasValue(2);
        assertThat(first.list("failedAttempts")).hasSize(1);
        assertThat(first.integer("inputTokens")).hasValue(1000);
        assertThat(first.integer("outputTokens")).hasValue(500);
        assertThat(first.number("costMicros").orElse(0)).isPositive();
        assertThat(lines.get(1).truth("success")).contains(false);
        assertThat(lines.get(1).text("failure")).isPresent();
        assertThat(written.toString()).doesNotContain("very-secret", "Two secrets");
    }

    @Test
    void aSlowDiskLosesLinesAndSaysHowMany() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        StringWriter written = new StringWriter();
        Writer stuck = new Writer() {
            @Override
            public void write(char[] text, int from, int length) {
                try {
                    free.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                written.write(text, from, length);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        AccessLog log = new AccessLog(stuck);
        for (int i = 0; i < 10_050; i++) {
            log.on(end(i));
        }
        free.countDown();
        while (written.getBuffer().length() == 0) {
            Thread.onSpinWait();
        }
        log.close();

        long kept = written.toString().lines().count();
        assertThat(kept).isBetween(10_000L, 10_002L);
    }

    @Test
    void aDiskThatFailsDoesNotStopAnything() {
        Writer broken = new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws IOException {
                throw new IOException("disk full");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        try (AccessLog log = new AccessLog(broken)) {
            log.on(end(1));
            log.on(end(2));
        }
    }

    private static GatewayFact.RequestFinished end(int number) {
        Failure failure = CallFailures.cutOff();
        return new GatewayFact.RequestFinished(
                ProviderRequestFinished.of("req-" + number, "anthropic", "m")
                        .project("default")
                        .session("s")
                        .ended(true, 200)
                        .took(5)
                        .build(),
                Instant.EPOCH,
                "anthropic",
                1,
                Episode.EMPTY.with(
                        new Episode.Entry(1, Optional.of("m"), Remedy.Simple.NOTHING, failure, Duration.ZERO)),
                Optional.empty(),
                true,
                Optional.empty());
    }
}
