package dev.mulligan.bench;

import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.guard.Guard;
import dev.mulligan.guard.RetryBudget;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** What a total outage and a crowd of waiters cost. Prints one line a figure. */
public final class Outages {

    private static final int OPERATIONS = 10_000;
    private static final int WAITERS = 100_000;
    private static final Failure DOWN = Failure.of(FailureType.OVERLOADED, true, "Overloaded", Action.RETRY, "bench");

    private Outages() {}

    public static void main(String[] args) throws InterruptedException {
        System.out.printf("nested 4×4×4, total outage: %d calls (64 without the guard)%n", nested());
        System.out.printf("10,000 operations in an outage, 4 tries each, no budget: %.3f calls each%n", outage());
        System.out.printf(
                "the same with the standard retry budget: %.3f calls each%n",
                outage(new RetryBudget(dev.mulligan.attempt.Time.system())));
        // Once unmeasured: a waiter whose frames are still interpreted holds twice the stack.
        waiters(WAITERS / 4, Duration.ofMillis(50));
        long start = System.nanoTime();
        double heapEach = waiters(WAITERS, Duration.ofSeconds(4));
        System.out.printf(
                "100,000 operations in a 4 s backoff: all finished in %.1f s, %.2f KB heap each%n",
                (System.nanoTime() - start) / 1e9, heapEach);
    }

    private static Recovery recovery(Duration delay, Guard... guards) {
        return Recovery.of(RetryPolicy.fixed(delay).maxAttempts(4))
                .on(new RetryExecutor(RetryExecutor.Setup.standard().guardedOnlyBy(guards)));
    }

    private static int nested() {
        AtomicInteger calls = new AtomicInteger();
        Recovery recovery = recovery(Duration.ZERO);
        recovery.attempt(outer -> recovery.run(middle -> recovery.run(inner -> {
            calls.incrementAndGet();
            throw new FailureException(DOWN);
        })));
        return calls.get();
    }

    private static double outage(Guard... guards) {
        AtomicInteger calls = new AtomicInteger();
        Recovery recovery = recovery(Duration.ZERO, guards);
        for (int i = 0; i < OPERATIONS; i++) {
            recovery.attempt(attempt -> {
                calls.incrementAndGet();
                throw new FailureException(DOWN);
            });
        }
        return calls.get() / (double) OPERATIONS;
    }

    /** Each fails once, waits, and succeeds; returns the heap each held while all waited, in KB. */
    private static double waiters(int count, Duration backoff) throws InterruptedException {
        Recovery recovery = recovery(backoff);
        CountDownLatch waiting = new CountDownLatch(count);
        CountDownLatch done = new CountDownLatch(count);
        long before = usedHeap();
        for (int i = 0; i < count; i++) {
            Thread.startVirtualThread(() -> {
                recovery.run(attempt -> {
                    if (attempt.isFirst()) {
                        waiting.countDown();
                        throw new FailureException(DOWN);
                    }
                    return "done";
                });
                done.countDown();
            });
        }
        waiting.await();
        long heap = usedHeap() - before;
        done.await();
        return heap / 1024.0 / count;
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
