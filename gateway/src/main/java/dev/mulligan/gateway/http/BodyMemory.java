package dev.mulligan.gateway.http;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of request bodies all requests under way may hold together. */
public final class BodyMemory {

    private final long most;
    private final AtomicLong held = new AtomicLong();

    public BodyMemory(long most) {
        this.most = most;
    }

    /** Whether there was room. */
    public boolean take(int bytes) {
        long now = held.addAndGet(bytes);
        if (now > most) {
            held.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void giveBack(long bytes) {
        held.addAndGet(-bytes);
    }

    public long held() {
        return held.get();
    }
}
