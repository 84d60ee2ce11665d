package dev.mulligan.internal;

import dev.mulligan.attempt.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A wait that another thread can end early. Interrupts the sleeper only while it sleeps. */
final class InterruptibleWait {

    enum End {
        TIME_UP,
        RETRY_NOW,
        CANCELLED
    }

    private final Time time;
    private @Nullable Thread asleep;
    private End end = End.TIME_UP;

    InterruptibleWait(Time time) {
        this.time = time;
    }

    End sleep(Duration duration) {
        synchronized (this) {
            boolean nothingToWaitFor =
                    duration.isZero() && !Thread.currentThread().isInterrupted();
            if (end != End.TIME_UP || nothingToWaitFor) {
                return take();
            }
            asleep = Thread.currentThread();
        }
        try {
            time.sleep(duration);
        } catch (InterruptedException interrupt) {
            return interrupted();
        } finally {
            synchronized (this) {
                asleep = null;
            }
        }
        synchronized (this) {
            // Ended in the instant the time was up: the interrupt meant for the sleep must not reach the attempt.
            if (end != End.TIME_UP) {
                Thread.interrupted();
            }
            return take();
        }
    }

    private synchronized End interrupted() {
        if (end == End.TIME_UP) {
            // Nobody used the controls: the thread itself is asked to stop.
            Thread.currentThread().interrupt();
            return End.CANCELLED;
        }
        return take();
    }

    private End take() {
        End taken = end;
        end = taken == End.CANCELLED ? End.CANCELLED : End.TIME_UP;
        return taken;
    }

    synchronized void end(End how) {
        end = how;
        if (asleep != null) {
            asleep.interrupt();
        }
    }
}
