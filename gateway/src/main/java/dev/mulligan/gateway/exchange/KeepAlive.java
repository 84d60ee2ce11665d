package dev.mulligan.gateway.exchange;

import dev.mulligan.gateway.options.Patience;

/** When a client that waits for a stream is due a sign of life. */
final class KeepAlive {

    private final Patience patience;
    private final long since;
    private long last;

    KeepAlive(Patience patience, long since) {
        this.patience = patience;
        this.since = since;
        this.last = since;
    }

    /** Asking counts as giving it. */
    boolean due(long now, boolean headSent) {
        boolean due = headSent
                ? now - last >= patience.keepAliveEvery().toNanos()
                : now - since >= patience.keepAliveAfter().toNanos();
        if (due) {
            last = now;
        }
        return due;
    }
}
