package dev.mulligan;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.CommitPoint;
import dev.mulligan.attempt.CommittingOperation;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Operation;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.decide.Decider;
import dev.mulligan.decide.Options;
import dev.mulligan.escalate.EscalationCosts;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.internal.RecoverySettings;
import dev.mulligan.policy.RetryPolicy;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;

/**
 * Recovers unreliable calls. Immutable: keep one per kind of call and use it from any number of threads.
 *
 * <pre>{@code
 * var recovery = Recovery.of(RetryPolicy.exponential(Duration.ofSeconds(1)).maxAttempts(4));
 * String reply = recovery.run(attempt -> model.ask(prompt.with(attempt.lastFailure())));
 * }</pre>
 */
public final class Recovery {

    private final RetryExecutor executor;
    private final RecoverySettings settings;

    private Recovery(RetryExecutor executor, RecoverySettings settings) {
        this.executor = executor;
        this.settings = settings;
    }

    /** Recovers calls by this policy, on an executor of its own with the standard setup. */
    public static Recovery of(RetryPolicy policy) {
        return new Recovery(new RetryExecutor(), RecoverySettings.of(policy));
    }

    /** Shares an executor: its guards, listeners and live map. */
    public Recovery on(RetryExecutor shared) {
        return new Recovery(shared, settings);
    }

    /** The name of the operation in events and on screens. */
    public Recovery named(String operation) {
        return with(settings.named(operation));
    }

    /**
     * The operation's id in events, for callers that record more about it under the same id. Otherwise each run gets one
     * of its own: the name and a number.
     */
    public Recovery identified(String operationId) {
        return with(settings.identified(operationId));
    }

    /** Decides differently; the policy's limits on attempts and time still hold. */
    public Recovery deciding(Decider decider) {
        return with(settings.deciding(decider));
    }

    /** The operation puts {@link Attempt#lastFailure()} into its prompt, so failures of the work are worth another try. */
    public Recovery addingContext() {
        return with(settings.options().addingContext());
    }

    /** The operation sends less when the remedy is {@link Remedy.Simple#SHRINK_CONTEXT}. */
    public Recovery shrinking() {
        return with(settings.options().shrinking());
    }

    /** The operation uses {@link Attempt#model()}, which starts here and may go up or fall back. */
    public Recovery escalating(Ladder ladder, String startModel) {
        return with(settings.options().escalating(ladder, startModel));
    }

    /**
     * A stronger model that costs as much as {@code confirm} says is used only after {@link RetryExecutor.Setup#asker}
     * has said yes; every escalation tells what it was estimated to cost.
     */
    public Recovery confirming(EscalationCosts costs) {
        return with(settings.asking(costs));
    }

    /** Goes on after a recorded episode: the next attempt is the one after its last. */
    public Recovery resuming(Episode recorded) {
        return with(settings.resuming(recorded));
    }

    /**
     * A result that fits counts as a failure that is worth another attempt: an empty answer, a job that still runs. The
     * last one is not returned; when the attempts are used up, {@code run} throws {@link GaveUpException}.
     *
     * @param unwanted asked for every result, null included, on the operation's thread; what it throws is a failure of
     *     the attempt
     */
    public Recovery retryIfResult(Predicate<Object> unwanted) {
        return with(settings.refusing(unwanted));
    }

    private Recovery with(Options options) {
        return with(settings.with(options));
    }

    private Recovery with(RecoverySettings newTerms) {
        return new Recovery(executor, newTerms);
    }

    /**
     * Runs the operation on this thread until it succeeds or another attempt is not worth it.
     *
     * @throws GaveUpException with the last failure, the episode and the reason
     */
    public <T> T run(Operation<T> operation) {
        return executor.loop().run(settings, operation, null);
    }

    /** Like {@link #run(Operation)} for an operation with a point of no return. */
    public <T> T run(CommittingOperation<T> operation) {
        CommitPoint commitPoint = new CommitPoint();
        return executor.loop().run(settings, attempt -> operation.call(attempt, commitPoint), commitPoint);
    }

    /** Like {@link #run(Operation)}, with the end as a value. */
    public <T> Outcome<T> attempt(Operation<T> operation) {
        try {
            return new Outcome.Success<>(run(operation));
        } catch (GaveUpException e) {
            return new Outcome.GaveUp<>(e.reason(), e.failure(), e.episode(), e);
        }
    }

    /** Runs on a virtual thread. Cancelling the future interrupts the attempt or the wait. */
    public <T> CompletableFuture<T> runAsync(Operation<T> operation) {
        AsyncRun<T> future = new AsyncRun<>();
        future.start(() -> run(operation));
        return future;
    }

    /** For operations that return a stage: each attempt waits for its stage on the virtual thread. */
    public <T> CompletableFuture<T> runStage(Operation<? extends CompletionStage<T>> operation) {
        return runAsync(attempt -> {
            CompletableFuture<T> stage = operation.call(attempt).toCompletableFuture();
            try {
                return stage.get();
            } catch (InterruptedException interrupt) {
                stage.cancel(true);
                throw interrupt;
            } catch (ExecutionException wrapped) {
                throw unwrap(wrapped);
            }
        });
    }

    /** A stage that ended with an Error is as broken as a call that threw it, so it is thrown and not tried again. */
    private static Exception unwrap(ExecutionException wrapped) {
        if (wrapped.getCause() instanceof Error fatal) {
            throw fatal;
        }
        return wrapped.getCause() instanceof Exception cause ? cause : wrapped;
    }

    /** The executor behind it, for its live map. */
    public RetryExecutor executor() {
        return executor;
    }

    private static final class AsyncRun<T> extends CompletableFuture<T> {

        private volatile Thread worker = Thread.currentThread();

        void start(Callable<T> body) {
            worker = Thread.ofVirtual().name("mulligan-run").unstarted(() -> {
                try {
                    complete(body.call());
                } catch (GaveUpException e) {
                    if (e.reason() == GiveUpReason.CANCELLED) {
                        completeExceptionally(new CancellationException(e.getMessage()));
                    } else {
                        completeExceptionally(e);
                    }
                } catch (Throwable e) {
                    completeExceptionally(e);
                }
            });
            worker.start();
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            if (cancelled) {
                worker.interrupt();
            }
            return cancelled;
        }
    }
}
