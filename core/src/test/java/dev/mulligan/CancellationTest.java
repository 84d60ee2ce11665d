package dev.mulligan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.attempt.ActiveRetry;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Operation;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads, but no test waits for time to pass: every wait is an hour and is ended by hand. */
@Timeout(30)
class CancellationTest {

    private final CountDownLatch waiting = new CountDownLatch(1);
    private final List<RetryEvent> ends = new java.util.concurrent.CopyOnWriteArrayList<>();
    private final RetryExecutor executor =
            new RetryExecutor(RetryExecutor.Setup.standard().guardedOnlyBy().listener(event -> {
                if (event instanceof RetryEvent.RetryScheduled) {
                    waiting.countDown();
                }
                if (event instanceof RetryEvent.RetryExhausted || event instanceof RetryEvent.RetrySucceeded) {
                    ends.add((RetryEvent) event);
                }
            }));
    private final Recovery recovery =
            Recovery.of(RetryPolicy.fixed(Duration.ofHours(1)).maxAttempts(3)).on(executor);
    private final AtomicInteger calls = new AtomicInteger();

    private final Operation<String> failsOnce = attempt -> {
        if (calls.incrementAndGet() == 1) {
            throw new FailureException(Failures.overloaded());
        }
        return "done";
    };

    private ActiveRetry onceItWaits() throws InterruptedException {
        assertThat(waiting.await(20, TimeUnit.SECONDS)).isTrue();
        while (true) {
            List<ActiveRetry> active = executor.activeRetries();
            if (!active.isEmpty() && active.getFirst().nextRetryAt().isPresent()) {
                return active.getFirst();
            }
            Thread.onSpinWait();
        }
    }

    @Test
    void cancellingTheFutureInterruptsTheWait() throws Exception {
        CompletableFuture<String> future = recovery.runAsync(failsOnce);
        onceItWaits();

        future.cancel(true);

        while (!executor.activeRetries().isEmpty()) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
        assertThat(calls).hasValue(1);
        assertThat(((RetryEvent.RetryExhausted) ends.getFirst()).reason()).isEqualTo(GiveUpReason.CANCELLED);
    }

    @Test
    void theLiveMapShowsWhatWaitsAndCanCancelIt() throws Exception {
        CompletableFuture<String> future = recovery.named("ask").runAsync(failsOnce);
        ActiveRetry active = onceItWaits();

        assertThat(active.operation()).isEqualTo("ask");
        assertThat(active.attempt()).isEqualTo(2);
        assertThat(active.maxAttempts()).isEqualTo(3);
        assertThat(active.lastFailure().message()).isEqualTo("Overloaded");
        active.controls().cancel();

        assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
        assertThat(executor.activeRetries()).isEmpty();
    }

    @Test
    void retryNowEndsTheWait() throws Exception {
        CompletableFuture<String> future = recovery.runAsync(failsOnce);
        onceItWaits().controls().retryNow();

        assertThat(future.join()).isEqualTo("done");
        assertThat(ends).hasSize(1);
    }

    @Test
    void anInterruptOfTheCallingThreadEndsIt() throws Exception {
        CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                recovery.run(failsOnce);
                stillInterrupted.complete(false);
            } catch (GaveUpException e) {
                stillInterrupted.complete(e.reason() == GiveUpReason.CANCELLED
                        && Thread.currentThread().isInterrupted());
            }
        });
        onceItWaits();
        thread.interrupt();

        assertThat(stillInterrupted.join()).isTrue();
    }

    @Test
    void anInterruptedAttemptIsCancelledAndNotRetried() {
        Outcome<String> outcome = recovery.attempt(attempt -> {
            calls.incrementAndGet();
            throw new InterruptedException();
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.GaveUp.class,
                        gaveUp -> assertThat(gaveUp.reason()).isEqualTo(GiveUpReason.CANCELLED));
        assertThat(calls).hasValue(1);
    }

    @Test
    void stagesGoThroughTheSameLoop() {
        Recovery fast =
                Recovery.of(RetryPolicy.fixed(Duration.ZERO).maxAttempts(3)).on(executor);

        String result = fast.<String>runStage(attempt -> attempt.isFirst()
                        ? CompletableFuture.failedFuture(new FailureException(Failures.overloaded()))
                        : CompletableFuture.completedFuture("done on " + attempt.number()))
                .join();

        assertThat(result).isEqualTo("done on 2");
    }
}
