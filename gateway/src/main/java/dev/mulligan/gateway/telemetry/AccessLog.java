package dev.mulligan.gateway.telemetry;

import dev.mulligan.failure.Failure;
import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.gateway.options.GatewayListener;
import dev.mulligan.text.Json;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/** One JSON object a line for every request that ended. Bodies and keys are never in it. */
public final class AccessLog implements GatewayListener, AutoCloseable {

    private static final int WAITING = 10_000;
    private static final String END = "";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(WAITING);
    private final AtomicLong lost = new AtomicLong();
    private final Thread writing;

    public AccessLog(Writer to) {
        writing = Thread.ofVirtual().name("mulligan-access-log").start(() -> write(to));
    }

    @Override
    public void on(GatewayFact fact) {
        // A slow disk must not slow requests down: a full queue loses lines, and says how many.
        if (fact instanceof GatewayFact.RequestFinished end && !lines.offer(line(end))) {
            lost.incrementAndGet();
        }
    }

    private String line(GatewayFact.RequestFinished end) {
        return Json.write(Json.object(
                "at", end.at(),
                "request", end.requestId(),
                "provider", end.provider(),
                "wire", end.wire(),
                "requestedModel", end.requestedModel(),
                "model", end.model(),
                "session", end.session(),
                "project", end.project(),
                "status", end.status(),
                "success", end.succeeded(),
                "failure", end.failure().map(f -> f.type().wireName()),
                "message", end.failure().map(Failure::message),
                "failedAttempts",
                        end.episode().entries().stream()
                                .map(entry -> entry.failure().type().wireName())
                                .toList(),
                "upstreamCalls", end.upstreamCalls(),
                "clientRetries", end.clientRetries(),
                "committed", end.committed(),
                "inputTokens", end.usage().prompt(),
                "outputTokens", end.usage().output(),
                "costMicros", end.cost().micros(),
                "firstByteMs", end.firstByte(),
                "durationMs", end.duration(),
                "linesLost", lost.get()));
    }

    private void write(Writer to) {
        try {
            for (String line = lines.take(); !line.equals(END); line = lines.take()) {
                to.write(line + "\n");
                if (lines.isEmpty()) {
                    to.flush();
                }
            }
            to.flush();
        } catch (IOException | InterruptedException gone) {
            // Nobody can be told: this is where it would be written. The count of lost lines goes on.
            lines.clear();
        }
    }

    /** Writes what waits, then stops. */
    @Override
    public void close() {
        try {
            lines.put(END);
            writing.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
