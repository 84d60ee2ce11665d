package dev.mulligan;

import dev.mulligan.attempt.ActiveRetry;
import dev.mulligan.attempt.Asker;
import dev.mulligan.attempt.FailureReader;
import dev.mulligan.attempt.Operation;
import dev.mulligan.attempt.Time;
import dev.mulligan.event.EventListener;
import dev.mulligan.guard.Guard;
import dev.mulligan.guard.RetryBudget;
import dev.mulligan.internal.RetryLoop;
import dev.mulligan.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * The engine: runs operations, lets policies decide and guards refuse, waits, and tells listeners. It has the only loop
 * that tries things again. Extend it with guards, listeners and deciders, as {@link CircuitBreakerRetryExecutor} does.
 */
public class RetryExecutor {

    private final RetryLoop loop;

    /** Everything an executor needs from outside. */
    public record Setup(
            Time time,
            DoubleSupplier random,
            FailureReader reader,
            List<Guard> guards,
            List<EventListener> listeners,
            Asker asker) {

        public Setup {
            guards = List.copyOf(guards);
            listeners = List.copyOf(listeners);
        }

        /** The machine's clock, the standard classifier, and a retry budget as the one guard. */
        public static Setup standard() {
            return new Setup(
                    Time.system(),
                    () -> ThreadLocalRandom.current().nextDouble(),
                    FailureReader.standard(),
                    List.of(new RetryBudget(Time.system())),
                    List.of(),
                    Asker.NOBODY);
        }

        public Setup time(Time newTime) {
            return new Setup(newTime, random, reader, guards, listeners, asker);
        }

        public Setup random(DoubleSupplier newRandom) {
            return new Setup(time, newRandom, reader, guards, listeners, asker);
        }

        public Setup reader(FailureReader newReader) {
            return new Setup(time, random, newReader, guards, listeners, asker);
        }

        /** These and no others; the standard retry budget, too, is given up unless it is among them. */
        public Setup guardedOnlyBy(Guard... newGuards) {
            return new Setup(time, random, reader, List.of(newGuards), listeners, asker);
        }

        public Setup guardedBy(Guard another) {
            List<Guard> more = new ArrayList<>(guards);
            more.add(another);
            return new Setup(time, random, reader, more, listeners, asker);
        }

        public Setup listener(EventListener another) {
            List<EventListener> more = new ArrayList<>(listeners);
            more.add(another);
            return new Setup(time, random, reader, guards, more, asker);
        }

        public Setup asker(Asker newAsker) {
            return new Setup(time, random, reader, guards, listeners, newAsker);
        }
    }

    public RetryExecutor() {
        this(Setup.standard());
    }

    public RetryExecutor(Setup setup) {
        this.loop = new RetryLoop(
                setup.time(), setup.random(), setup.reader(), setup.guards(), setup.listeners(), setup.asker());
    }

    /** Runs the operation under the policy; the same as {@code Recovery.of(policy).on(this).named(operation).run(…)}. */
    public <T> T executeWithRetry(Operation<T> operation, RetryPolicy policy, String name) {
        return Recovery.of(policy).on(this).named(name).run(operation);
    }

    /** Operations that failed, wait or have waited for another attempt, and have not ended. */
    public List<ActiveRetry> activeRetries() {
        return loop.activeRetries();
    }

    RetryLoop loop() {
        return loop;
    }
}
