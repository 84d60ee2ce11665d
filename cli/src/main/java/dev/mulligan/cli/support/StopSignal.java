package dev.mulligan.cli.support;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** SIGTERM or Ctrl-C for a program that first has something to bring to an end. */
public final class StopSignal {

    private final Duration patience;
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    /** {@code patience}: how long the program may take to end once it was asked to. */
    public StopSignal(Duration patience) {
        this.patience = patience;
    }

    /** From now on the signal does not end the program: the program ends when {@link #ended} says so. */
    public void listen() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "mulligan-stop"));
    }

    private void stop() {
        asked.countDown();
        try {
            ended.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As if the signal had come. */
    public void ask() {
        asked.countDown();
    }

    /** Returns when the signal has come. */
    public void await() throws InterruptedException {
        asked.await();
    }

    /** Everything is closed and written. */
    public void ended() {
        ended.countDown();
    }
}
