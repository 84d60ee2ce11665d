package dev.mulligan.cli;

import java.time.Duration;

/** Waits for what comes by itself, and says what did not. */
final class Eventually {

    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofSeconds(60);

    @FunctionalInterface
    interface Condition {
        boolean holds() throws Exception;
    }

    private Eventually() {}

    static void holds(String what, Condition condition) throws Exception {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + LONG.toSeconds() + " s: " + what);
            }
            Thread.sleep(OFTEN);
        }
    }
}
