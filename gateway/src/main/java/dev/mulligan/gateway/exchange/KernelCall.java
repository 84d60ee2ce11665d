package dev.mulligan.gateway.exchange;

import dev.mulligan.attempt.FailureException;
import dev.mulligan.failure.Failure;
import dev.mulligan.gateway.upstream.CallFailures;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;

/** Where the kernel's thread waits for an attempt that runs on the event loop. */
final class KernelCall implements AttemptEnd {

    private final CompletableFuture<Boolean> answered = new CompletableFuture<>();

    @Override
    public void good() {
        answered.complete(true);
    }

    @Override
    public void bad(Failure failure) {
        answered.completeExceptionally(new FailureException(failure));
    }

    @Override
    public void gone() {
        answered.completeExceptionally(new FailureException(CallFailures.cancelled()));
    }

    Boolean await(BooleanSupplier nobodyWaits) throws InterruptedException {
        while (true) {
            try {
                return answered.get();
            } catch (InterruptedException interrupt) {
                // The deadline is for beginning attempts: one that is under way may end, unless nobody waits for it.
                if (nobodyWaits.getAsBoolean()) {
                    throw interrupt;
                }
            } catch (ExecutionException wrapped) {
                throw wrapped.getCause() instanceof FailureException failure
                        ? failure
                        : new IllegalStateException(wrapped);
            }
        }
    }
}
