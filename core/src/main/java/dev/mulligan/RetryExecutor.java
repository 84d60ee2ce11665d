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
 * The engine behind {@link Recovery}: runs operations, lets policies decide and guards refuse, waits, and tells
 * listeners. Safe for any number of threads; share one among all calls that should share guards and the live map.
 *
 * <p>What happens to one operation, in this order:
 *
 * <pre>{@code
 * 1. admit         guard 1 ─▶ guard 2 ─▶ …     each may grant, delay or refuse (refused: 7)
 * 2. attempt       the operation, interrupted at its timeout or the deadline
 * 3. check         retryIfResult                 (good: the guards are told, the result is returned)
 * 4. read          the failure gets a type; all guards are told
 * 5. decide        the decider: try again, with which remedy, after which delay (not worth it: 7)
 * 6. admitRetry    guard 1 ─▶ guard 2 ─▶ …     each may refuse the retry (refused: 7); wait; then 1 again
 * 7. give up       GaveUpException, and one RetryExhausted event
 * }</pre>
 *
 * Guards are asked in the order in which they were added. Put what waits ({@code ServerPause}) before what holds
 * something ({@code Bulkhead}), so that nothing is held during a wait. When a guard refuses, those before it get back
 * what they granted. Whatever the end is, each guard that admitted an attempt is told once how it ended.
 *
 * <pre>{@code
 * var executor = new RetryExecutor(RetryExecutor.Setup.standard()
 *         .guardedBy(new Bulkhead(64))
 *         .listener(event -> log.info("{}", event)));
 * var recovery = Recovery.of(PolicyTemplates.get("provider-api")).on(executor).named("ask");
 * }</pre>
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

        /** Where waits, deadlines and guards get their time from; tests give {@link dev.mulligan.test.ManualTime}. */
        public Setup time(Time newTime) {
            return new Setup(newTime, random, reader, guards, listeners, asker);
        }

        /** Numbers from 0 to 1 that spread delays; must be safe for many threads. */
        public Setup random(DoubleSupplier newRandom) {
            return new Setup(time, newRandom, reader, guards, listeners, asker);
        }

        /** Names what operations throw; must be safe for many threads. */
        public Setup reader(FailureReader newReader) {
            return new Setup(time, random, newReader, guards, listeners, asker);
        }

        /** These and no others; the standard retry budget, too, is given up unless it is among them. */
        public Setup guardedOnlyBy(Guard... newGuards) {
            return new Setup(time, random, reader, List.of(newGuards), listeners, asker);
        }

        /** One more guard, asked after those before it. */
        public Setup guardedBy(Guard another) {
            List<Guard> more = new ArrayList<>(guards);
            more.add(another);
            return new Setup(time, random, reader, more, listeners, asker);
        }

        /** One more listener, told after those before it. */
        public Setup listener(EventListener another) {
            List<EventListener> more = new ArrayList<>(listeners);
            more.add(another);
            return new Setup(time, random, reader, guards, more, asker);
        }

        /** Who is asked before a dearer model is used; nobody unless this is called, and then the answer is no. */
        public Setup asker(Asker newAsker) {
            return new Setup(time, random, reader, guards, listeners, newAsker);
        }
    }

    /** An executor with {@link Setup#standard()}. */
    public RetryExecutor() {
        this(Setup.standard());
    }

    /** An executor made of these parts. Keep it: its guards and its live map are worth sharing. */
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
