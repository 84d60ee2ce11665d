package dev.mulligan.gateway;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of request bodies all requests under way may hold together. */
final class BodyMemory {

    private final long most;
    private final AtomicLong held = new AtomicLong();

    BodyMemory(long most) {
        this.most = most;
    }

    /** Whether there was room. */
    boolean take(int bytes) {
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

    long held() {
        return held.get();
    }
}
