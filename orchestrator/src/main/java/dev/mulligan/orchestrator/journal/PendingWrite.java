package dev.mulligan.orchestrator.journal;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** A write to the store that goes on beside the work. It must have succeeded before files of the user change. */
public final class PendingWrite {

    public static final PendingWrite NONE = new PendingWrite(CompletableFuture.completedFuture(null));

    private final CompletableFuture<Void> write;

    private PendingWrite(CompletableFuture<Void> write) {
        this.write = write;
    }

    /** @param beside runs a task at the same time */
    public static PendingWrite start(Consumer<Runnable> beside, Runnable write) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        beside.accept(() -> {
            try {
                write.run();
                done.complete(null);
            } catch (Throwable failed) {
                done.completeExceptionally(failed);
            }
        });
        return new PendingWrite(done);
    }

    /** Throws what the write threw. */
    public void await() throws InterruptedException {
        try {
            write.get();
        } catch (ExecutionException failed) {
            Optional<Throwable> cause = Optional.ofNullable(failed.getCause());
            switch (cause.orElse(failed)) {
                case RuntimeException own -> throw own;
                case Error broken -> throw broken;
                case Throwable other -> throw new CompletionException(other);
            }
        }
    }
}
