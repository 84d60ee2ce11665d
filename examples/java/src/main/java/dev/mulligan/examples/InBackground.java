package dev.mulligan.examples;

import dev.mulligan.Recovery;
import dev.mulligan.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** On a virtual thread; cancelling the future ends the wait at once. */
public final class InBackground {

    public static void main(String[] args) throws InterruptedException {
        var model = new FlakyModel("502 Bad Gateway");
        var recovery = Recovery.of(RetryPolicy.fixed(Duration.ofMillis(10)).maxAttempts(3));

        CompletableFuture<String> answer = recovery.runAsync(attempt -> model.ask("hello"));
        System.out.println(answer.join());

        var failed = new CountDownLatch(1);
        CompletableFuture<String> slow = Recovery.of(
                        RetryPolicy.fixed(Duration.ofMinutes(10)).maxAttempts(3))
                .runAsync(attempt -> {
                    failed.countDown();
                    throw new IOException("502 Bad Gateway");
                });
        failed.await();
        slow.cancel(true);
        System.out.println("cancelled: " + slow.isCancelled());
    }

    private InBackground() {}
}
