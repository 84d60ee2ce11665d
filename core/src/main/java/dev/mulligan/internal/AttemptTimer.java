package dev.mulligan.internal;

/** Interrupts an attempt that takes too long, and only while it runs. */
final class AttemptTimer implements Runnable {

    private final Thread worker = Thread.currentThread();
    private boolean over;
    private boolean bitten;

    @Override
    public synchronized void run() {
        if (!over) {
            bitten = true;
            worker.interrupt();
        }
    }

    /** Ends the watch; true when it interrupted. The interrupt was ours, so it is cleared here. */
    synchronized boolean end() {
        over = true;
        if (bitten) {
            Thread.interrupted();
        }
        return bitten;
    }
}
