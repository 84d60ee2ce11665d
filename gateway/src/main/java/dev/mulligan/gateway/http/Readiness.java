package dev.mulligan.gateway.http;

import dev.mulligan.attempt.Time;
import java.time.Duration;

/**
 * Whether this gateway takes requests. One that ends says so first: a load balancer that looks at {@code /readyz} is given
 * time to see it, and what it sends until then is still served.
 */
public final class Readiness {

    private static final Duration LOOKS_AGAIN_WITHIN = Duration.ofMinutes(1);

    private final Time time;
    private final Duration notice;
    private volatile long watchedUntil;
    private volatile boolean leaving;
    private volatile boolean closed;

    public Readiness(Time time, Duration notice) {
        this.time = time;
        this.notice = notice;
        this.watchedUntil = time.nanos();
    }

    /** What whoever asks from outside is told, and that somebody asks. */
    public boolean isReadyForWatcher() {
        watchedUntil = time.nanos() + LOOKS_AGAIN_WITHIN.toNanos();
        return !leaving;
    }

    public boolean isLeaving() {
        return leaving;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Returns when no new requests are taken any more. */
    public void leave() {
        leaving = true;
        try {
            if (watchedUntil - time.nanos() > 0) {
                time.sleep(notice);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closed = true;
        }
    }
}
