package dev.mulligan.agent.process;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A promise, until it is closed, that whoever holds it ends its agents itself when the program is told to end. Without
 * it they are killed at once, and what they had begun is nobody's.
 */
public final class OrderlyEnd implements AutoCloseable {

    private final AtomicBoolean open = new AtomicBoolean(true);

    private OrderlyEnd() {}

    public static OrderlyEnd promised() {
        LiveProcesses.all().expectOrder(1);
        return new OrderlyEnd();
    }

    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            LiveProcesses.all().expectOrder(-1);
        }
    }
}
