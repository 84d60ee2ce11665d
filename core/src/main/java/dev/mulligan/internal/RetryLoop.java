package dev.mulligan.internal;

import dev.mulligan.attempt.ActiveRetry;
import dev.mulligan.attempt.Asker;
import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.CommitPoint;
import dev.mulligan.attempt.Deadline;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.attempt.FailureReader;
import dev.mulligan.attempt.Operation;
import dev.mulligan.attempt.Time;
import dev.mulligan.event.Event;
import dev.mulligan.event.EventListener;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.guard.Admission;
import dev.mulligan.guard.Guard;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.redact.Secrets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The only loop that tries things again: asks guards, calls, reads failures, lets a decider decide, waits, tells listeners. */
public final class RetryLoop {

    private static final Logger log = LoggerFactory.getLogger(RetryLoop.class);

    private final Time time;
    private final DoubleSupplier random;
    private final FailureReader reader;
    private final Guard[] guards;
    private final EventListener[] listeners;
    private final Asker asker;

    private final Set<OperationRun> active = ConcurrentHashMap.newKeySet();
    private final AtomicLong operations = new AtomicLong();

    public RetryLoop(
            Time time,
            DoubleSupplier random,
            FailureReader reader,
            List<Guard> guards,
            List<EventListener> listeners,
            Asker asker) {
        this.time = time;
        this.random = random;
        this.reader = reader;
        this.guards = guards.toArray(Guard[]::new);
        this.listeners = listeners.toArray(EventListener[]::new);
        this.asker = asker;
    }

    /** Operations that failed and have not ended. */
    public List<ActiveRetry> activeRetries() {
        return active.stream()
                .map(OperationRun::snapshot)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Makes attempts until one succeeds or another is not worth it; the success path makes no object. */
    public <T> T run(RecoverySettings settings, Operation<T> operation, @Nullable CommitPoint commitPoint) {
        Deadline deadline = settings.deadline(time);
        OperationRun run = null;
        Attempt attempt = settings.firstAttempt(deadline);
        if (!settings.start().isEmpty()) {
            run = new OperationRun(this, settings, deadline, commitPoint);
            attempt = run.resumed();
            run.awaitNext();
        }
        while (true) {
            int admitted = run != null && run.isHurried() ? 0 : admit(attempt, run);
            if (admitted < guards.length || (run != null && run.isHurried())) {
                run = run == null ? new OperationRun(this, settings, deadline, commitPoint) : run;
                run.admit(attempt, admitted);
            }
            T result;
            try {
                result = call(operation, attempt, settings.policy());
                settings.check(result);
            } catch (Throwable thrown) {
                run = run == null ? new OperationRun(this, settings, deadline, commitPoint) : run;
                attempt = next(run, attempt, thrown);
                run.awaitNext();
                continue;
            }
            succeeded(settings, attempt, run);
            return result;
        }
    }

    private static Attempt next(OperationRun run, Attempt failed, Throwable thrown) {
        try {
            return run.afterFailure(failed, thrown);
        } catch (RuntimeException | Error ending) {
            run.brokenBy(ending);
            throw ending;
        }
    }

    /** How many guards let the attempt pass at once: usually all of them, and then no object is made. */
    private int admit(Attempt attempt, @Nullable OperationRun run) {
        int asked = 0;
        try {
            while (asked < guards.length && guards[asked].admit(attempt) instanceof Admission.Granted) {
                asked++;
            }
        } catch (RuntimeException | Error broken) {
            release(attempt, asked);
            if (run != null) {
                run.brokenBy(broken);
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

    private void succeeded(RecoverySettings settings, Attempt attempt, @Nullable OperationRun run) {
        for (Guard guard : guards) {
            try {
                guard.succeeded(attempt);
            } catch (RuntimeException | Error broken) {
                guardFailed(guard, broken);
            }
        }
        if (run != null) {
            run.succeeded(attempt);
        } else if (listeners.length > 0) {
            emit(() -> new RetryEvent.RetrySucceeded(operationId(settings), attempt.number()));
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
        AttemptTimer watchdog = new AttemptTimer();
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

    Set<OperationRun> active() {
        return active;
    }

    String operationId(RecoverySettings settings) {
        return settings.id().orElseGet(() -> settings.operation() + "#" + operations.incrementAndGet());
    }
}
