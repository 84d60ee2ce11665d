package dev.mulligan;

import dev.mulligan.event.Event;
import dev.mulligan.event.EventListener;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.event.Secrets;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.guard.Admission;
import dev.mulligan.guard.Guard;
import dev.mulligan.guard.RetryBudget;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine: runs operations, lets policies decide and guards refuse, waits, and tells listeners. It has the only loop
 * that tries things again. Extend it with guards, listeners and deciders, as {@link CircuitBreakerRetryExecutor} does.
 */
public class RetryExecutor {

    private static final Logger log = LoggerFactory.getLogger(RetryExecutor.class);

    private final Time time;
    private final DoubleSupplier random;
    private final FailureReader reader;
    private final Guard[] guards;
    private final EventListener[] listeners;
    private final Asker asker;

    private final Set<Walk> active = ConcurrentHashMap.newKeySet();
    private final AtomicLong operations = new AtomicLong();

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
        this.time = setup.time();
        this.random = setup.random();
        this.reader = setup.reader();
        this.guards = setup.guards().toArray(Guard[]::new);
        this.listeners = setup.listeners().toArray(EventListener[]::new);
        this.asker = setup.asker();
    }

    /** Runs the operation under the policy; the same as {@code Recovery.of(policy).on(this).named(operation).run(…)}. */
    public <T> T executeWithRetry(Operation<T> operation, RetryPolicy policy, String name) {
        return Recovery.of(policy).on(this).named(name).run(operation);
    }

    /** Operations that failed, wait or have waited for another attempt, and have not ended. */
    public List<ActiveRetry> activeRetries() {
        return active.stream().map(Walk::snapshot).flatMap(Optional::stream).toList();
    }

    <T> T run(Terms terms, Operation<T> operation, @Nullable CommitPoint commitPoint) {
        Deadline deadline = terms.deadline(time);
        Walk walk = null;
        Attempt attempt = terms.firstAttempt(deadline);
        if (!terms.start().isEmpty()) {
            walk = new Walk(this, terms, deadline, commitPoint);
            attempt = walk.resumed();
            walk.awaitNext();
        }
        while (true) {
            int admitted = admit(attempt, walk);
            if (admitted < guards.length) {
                walk = walk == null ? new Walk(this, terms, deadline, commitPoint) : walk;
                walk.admit(attempt, admitted);
            }
            T result;
            try {
                result = call(operation, attempt, terms.policy());
                terms.check(result);
            } catch (Throwable thrown) {
                walk = walk == null ? new Walk(this, terms, deadline, commitPoint) : walk;
                attempt = next(walk, attempt, thrown);
                walk.awaitNext();
                continue;
            }
            succeeded(terms, attempt, walk);
            return result;
        }
    }

    private static Attempt next(Walk walk, Attempt failed, Throwable thrown) {
        try {
            return walk.afterFailure(failed, thrown);
        } catch (RuntimeException | Error ending) {
            walk.brokenBy(ending);
            throw ending;
        }
    }

    /** How many guards let the attempt pass at once: usually all of them, and then no object is made. */
    private int admit(Attempt attempt, @Nullable Walk walk) {
        int asked = 0;
        try {
            while (asked < guards.length && guards[asked].admit(attempt) instanceof Admission.Granted) {
                asked++;
            }
        } catch (RuntimeException | Error broken) {
            release(attempt, asked);
            if (walk != null) {
                walk.brokenBy(broken);
            }
            throw broken;
        }
        return asked;
    }

    /** Gives back what the guards before this one have granted. */
    void release(Attempt attempt, int upTo) {
        for (int i = 0; i < upTo; i++) {
            try {
                guards[i].abandoned(attempt);
            } catch (RuntimeException | Error broken) {
                guardFailed(guards[i], broken);
            }
        }
    }

    private void succeeded(Terms terms, Attempt attempt, @Nullable Walk walk) {
        for (Guard guard : guards) {
            try {
                guard.succeeded(attempt);
            } catch (RuntimeException | Error broken) {
                guardFailed(guard, broken);
            }
        }
        if (walk != null) {
            walk.succeeded(attempt);
        } else if (listeners.length > 0) {
            emit(() -> new RetryEvent.RetrySucceeded(nextOperationId(terms.operation()), attempt.number()));
        }
    }

    private <T> T call(Operation<T> operation, Attempt attempt, RetryPolicy policy) throws Exception {
        Deadline deadline = attempt.deadline();
        if (policy.attemptTimeout().isEmpty() && !deadline.isSet()) {
            return operation.call(attempt);
        }
        Duration left = deadline.remaining();
        Duration limit =
                policy.attemptTimeout().filter(t -> t.compareTo(left) < 0).orElse(left);
        Watchdog watchdog = new Watchdog();
        Time.Alarm alarm = time.after(limit, watchdog);
        T result;
        try {
            result = ScopedValue.where(Deadline.OUTER, deadline).call(() -> operation.call(attempt));
        } catch (Throwable thrown) {
            alarm.cancel();
            if (watchdog.end()) {
                throw new FailureException(timedOut(attempt, limit).withCause(thrown));
            }
            throw thrown;
        }
        alarm.cancel();
        watchdog.end();
        return result;
    }

    private static Failure timedOut(Attempt attempt, Duration limit) {
        return Failure.of(
                FailureType.TIMEOUT,
                true,
                "attempt " + attempt.number() + " took longer than " + PolicyText.duration(limit),
                Action.RETRY,
                "kernel.attempt-timeout");
    }

    void failed(Attempt attempt, Failure failure) {
        for (Guard guard : guards) {
            try {
                guard.failed(attempt, failure);
            } catch (RuntimeException | Error broken) {
                guardFailed(guard, broken);
            }
        }
    }

    void abandoned(Attempt attempt) {
        release(attempt, guards.length);
    }

    /** The attempt has ended by then: what a guard throws about it must neither change the outcome nor keep it from the others. */
    private static void guardFailed(Guard guard, Throwable broken) {
        log.warn("The guard {} failed when it was told how an attempt ended", guard.name(), broken);
    }

    Failure read(Throwable thrown, @Nullable Throwable cause) {
        if (thrown instanceof FailureException known) {
            return known.failure();
        }
        try {
            return reader.read(thrown, cause);
        } catch (RuntimeException broken) {
            log.warn("{} could not be read as a failure", thrown.getClass().getName(), broken);
            return Failure.of(
                            FailureType.UNKNOWN,
                            false,
                            thrown.getClass().getName() + " (reading it threw "
                                    + broken.getClass().getName() + ")",
                            Action.STOP,
                            "kernel.unreadable")
                    .withCause(thrown);
        }
    }

    void emit(Supplier<Event> event) {
        if (listeners.length == 0) {
            return;
        }
        // Here and not in each listener: what one of them writes down is out of our hands.
        Event built = Secrets.byShape().in(event.get());
        for (EventListener listener : listeners) {
            try {
                listener.on(built);
            } catch (RuntimeException | Error e) {
                log.warn("A listener failed on {}; the operation goes on", built.type(), e);
            }
        }
    }

    boolean isObserved() {
        return listeners.length > 0;
    }

    Time time() {
        return time;
    }

    double random() {
        return random.getAsDouble();
    }

    Guard[] guards() {
        return guards;
    }

    Asker asker() {
        return asker;
    }

    Set<Walk> active() {
        return active;
    }

    String nextOperationId(String operation) {
        return operation + "#" + operations.incrementAndGet();
    }
}
