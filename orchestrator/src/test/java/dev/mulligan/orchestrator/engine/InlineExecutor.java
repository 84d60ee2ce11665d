package dev.mulligan.orchestrator.engine;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs each task at once on the thread that gives it, as if another thread did: an interrupt is not seen by it. */
final class InlineExecutor extends AbstractExecutorService {

    private final boolean shielded;

    InlineExecutor(boolean shielded) {
        this.shielded = shielded;
    }

    @Override
    public void execute(Runnable task) {
        boolean marked = shielded && Thread.interrupted();
        try {
            task.run();
        } finally {
            if (marked) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return true;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
