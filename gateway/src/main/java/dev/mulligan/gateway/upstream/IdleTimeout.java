package dev.mulligan.gateway.upstream;

import dev.mulligan.failure.Failure;
import dev.mulligan.gateway.options.Patience;
import java.time.Duration;
import java.util.Optional;

/** How long an upstream has said nothing, or nothing but pings. Lives on one event loop. */
final class IdleTimeout {

    private final Patience patience;
    private final boolean streams;
    private boolean paused;
    private long lastByte;
    private long lastProgress;

    IdleTimeout(Patience patience, boolean streams, long now) {
        this.patience = patience;
        this.streams = streams;
        this.lastByte = now;
        this.lastProgress = now;
    }

    void heard(long now) {
        lastByte = now;
    }

    /** What was heard last was more than a ping. */
    void progress() {
        lastProgress = lastByte;
    }

    /** While the client does not read, the silence is its own. */
    void pause(boolean on) {
        paused = on;
    }

    Optional<Failure> tooLong(long now, boolean answered) {
        if (paused) {
            return Optional.empty();
        }
        if (!answered) {
            Duration limit = streams ? patience.firstByte() : patience.wholeAnswer();
            return now - lastByte > limit.toNanos() ? Optional.of(CallFailures.noFirstByte(limit)) : Optional.empty();
        }
        if (now - lastByte > patience.idle().toNanos()) {
            return Optional.of(CallFailures.stalled(patience.idle()));
        }
        return now - lastProgress > patience.progress().toNanos()
                ? Optional.of(CallFailures.stalled(patience.progress()))
                : Optional.empty();
    }
}
