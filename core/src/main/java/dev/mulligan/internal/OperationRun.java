package dev.mulligan.internal;

import dev.mulligan.attempt.ActiveRetry;
import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.CommitPoint;
import dev.mulligan.attempt.Deadline;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.decide.Decider;
import dev.mulligan.decide.Decision.GiveUp;
import dev.mulligan.decide.NextStep;
import dev.mulligan.decide.NextStep.TryAgain;
import dev.mulligan.decide.Options;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.guard.Admission;
import dev.mulligan.guard.Guard;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One operation's way through its failures, from the first to the end. Exists only once something failed, was refused
 * or is resumed. Confined to the thread that runs the operation, but for what {@link #snapshot} shows.
 */
final class OperationRun {

    private final RetryLoop loop;
    private final RecoverySettings settings;
    private final Deadline deadline;
    private final @Nullable CommitPoint commitPoint;

    private Duration delayBefore = Duration.ZERO;
    private boolean shown;
    private boolean ended;
    /** A person asked for the next attempt at once. */
    private boolean hurried;

    // Shown to other threads, or shared with them
    private volatile Episode episode;
    private volatile @Nullable InterruptibleWait waiting;
    private volatile @Nullable Instant nextRetryAt;
    private volatile @Nullable String operationId;

    OperationRun(RetryLoop loop, RecoverySettings settings, Deadline deadline, @Nullable CommitPoint commitPoint) {
        this.loop = loop;
        this.settings = settings;
        this.deadline = deadline;
        this.commitPoint = commitPoint;
        this.episode = settings.start();
    }

    /** The attempt that follows a recorded episode. */
    Attempt resumed() {
        Optional<String> model = episode.last().model().or(settings.options()::model);
        return carryOut(step(model, null), null);
    }

    /** The attempt that follows this failed one. */
    Attempt afterFailure(Attempt attempt, Throwable thrown) {
        Throwable cause = GaveUpException.causeOf(thrown);
        GaveUpException below = GaveUpException.in(thrown, cause);
        Failure failure = below == null ? read(thrown, cause) : below.failure();
        if (failure.type() == FailureType.CANCELLED) {
            loop.abandoned(attempt);
        } else {
            loop.failed(attempt, failure);
        }
        episode = episode.with(
                new Episode.Entry(attempt.number(), attempt.model(), attempt.remedy(), failure, delayBefore));
        if (thrown instanceof Error fatal) {
            giveUp(new GiveUp(GiveUpReason.NOT_RETRYABLE, "the program itself is broken"), fatal);
            throw fatal;
        }
        return carryOut(step(attempt.model(), below), thrown);
    }

    private Failure read(Throwable thrown, @Nullable Throwable cause) {
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return cancelled("interrupted while an attempt ran");
        }
        return loop.read(thrown, cause);
    }

    private NextStep step(Optional<String> model, @Nullable GaveUpException below) {
        if (commitPoint != null && commitPoint.isReached()) {
            return ending(new GiveUp(GiveUpReason.COMMITTED, "its effect is visible already, so it is not repeated"));
        }
        Options options = settings.options();
        NextStep next = NextStep.after(
                episode,
                settings.decider(),
                settings.policy().maxAttempts(),
                new Decider.Moment(
                        deadline.remaining(),
                        loop.random(),
                        options.ladder().isPresent() ? options.at(model) : options),
                settings.costs(),
                loop.time().now());
        boolean sameAgain = next instanceof TryAgain again && again.remedy() == Remedy.Simple.WAIT;
        return below != null && sameAgain
                ? ending(new GiveUp(
                        GiveUpReason.NESTED_EXHAUSTED, "a recovery inside this one has tried the same already"))
                : next;
    }

    private NextStep.End ending(GiveUp decision) {
        Failure failure = episode.lastFailure().orElseGet(() -> neverCalled(decision));
        return NextStep.End.of(
                decision, episode.failures(), failure, loop.time().now());
    }

    private Attempt carryOut(NextStep step, @Nullable Throwable thrown) {
        return switch (step) {
            case TryAgain again -> schedule(again, thrown);
            case NextStep.AskFirst ask ->
                carryOut(loop.asker().ask(ask.question()) ? ask.ifYes() : ask.otherwise(), thrown);
            case NextStep.End end -> throw giveUp(end, thrown);
        };
    }

    private Attempt schedule(TryAgain again, @Nullable Throwable thrown) {
        Attempt next = new Attempt(again.number(), again.of(), again.remedy(), again.model(), episode, deadline);
        for (Guard guard : loop.guards()) {
            if (guard.admitRetry(next, again.failure()) instanceof Admission.Refused refused) {
                throw refused(guard, next, refused, thrown);
            }
        }
        delayBefore = again.delay();
        show(again.delay());
        tell(again);
        return next;
    }

    private void tell(NextStep step) {
        if (loop.isObserved()) {
            step.events(operationId()).forEach(event -> loop.emit(() -> event));
        }
    }

    /** Waits until the attempt that was scheduled is due. Called from the loop itself: a waiter's stack stays small. */
    void awaitNext() {
        pause(delayBefore);
    }

    /** Asks the guards from this one on; waits where one says later, gives up where one says no. */
    void admit(Attempt attempt, int from) {
        Guard[] guards = loop.guards();
        for (int i = from; i < guards.length; i++) {
            Admission answer = ask(guards, i, attempt);
            while (answer instanceof Admission.Later later) {
                hold(guards, i, attempt, later);
                answer = ask(guards, i, attempt);
            }
            if (answer instanceof Admission.Refused refused) {
                loop.release(attempt, i);
                throw refused(guards[i], attempt, refused, null);
            }
        }
        hurried = false;
    }

    boolean isHurried() {
        return hurried;
    }

    private Admission ask(Guard[] guards, int at, Attempt attempt) {
        try {
            return hurried ? guards[at].admitNow(attempt) : guards[at].admit(attempt);
        } catch (RuntimeException | Error broken) {
            loop.release(attempt, at);
            brokenBy(broken);
            throw broken;
        }
    }

    /** A guard or decider threw instead of answering: that goes to the caller, and the walk ends like any other. */
    void brokenBy(Throwable broken) {
        if (!ended) {
            giveUp(
                    new GiveUp(
                            GiveUpReason.NOT_RETRYABLE,
                            "a guard or a decider threw " + broken.getClass().getName()),
                    broken);
        }
    }

    private void hold(Guard[] guards, int at, Attempt attempt, Admission.Later later) {
        boolean tooLong = later.delay().compareTo(settings.policy().maxServerWait()) > 0;
        if (tooLong || deadline.wouldPass(later.delay())) {
            loop.release(attempt, at);
            throw refused(
                    guards[at],
                    attempt,
                    new Admission.Refused(
                            tooLong ? GiveUpReason.LONG_WAIT : GiveUpReason.DEADLINE,
                            later.why(),
                            Optional.of(later.delay())),
                    null);
        }
        loop.emit(() -> new RetryEvent.AttemptDelayed(
                operationId(),
                attempt.number(),
                guards[at].name(),
                later.delay().toMillis(),
                later.why()));
        try {
            pause(later.delay());
        } catch (GaveUpException cancelled) {
            loop.release(attempt, at);
            throw cancelled;
        }
    }

    private void pause(Duration delay) {
        // A sleep of zero would still give the thread away: 0.7 µs for nothing.
        if (delay.isZero() && waiting == null && !Thread.currentThread().isInterrupted()) {
            return;
        }
        nextRetryAt = loop.time().now().plus(delay);
        InterruptibleWait.End end = waiting().sleep(delay);
        nextRetryAt = null;
        if (end == InterruptibleWait.End.CANCELLED) {
            throw giveUp(new GiveUp(GiveUpReason.CANCELLED, "cancelled while it waited"), null);
        }
        hurried = end == InterruptibleWait.End.RETRY_NOW;
    }

    /** Made when first needed, by whichever thread comes first. */
    private InterruptibleWait waiting() {
        InterruptibleWait made = waiting;
        if (made == null) {
            synchronized (this) {
                made = waiting;
                if (made == null) {
                    made = new InterruptibleWait(loop.time());
                    waiting = made;
                }
            }
        }
        return made;
    }

    private GaveUpException refused(
            Guard guard, Attempt attempt, Admission.Refused refused, @Nullable Throwable thrown) {
        loop.emit(() -> new RetryEvent.AttemptRefused(
                operationId(), attempt.number(), guard.name(), refused.reason(), refused.why()));
        return giveUp(new GiveUp(refused.reason(), refused.why(), refused.retryAfter()), thrown);
    }

    private GaveUpException giveUp(GiveUp decision, @Nullable Throwable thrown) {
        return giveUp(ending(decision), thrown);
    }

    /** The one terminal event of an operation that has no result. */
    private GaveUpException giveUp(NextStep.End end, @Nullable Throwable thrown) {
        close();
        ended = true;
        tell(end);
        GiveUp decision = end.decision();
        return new GaveUpException(
                decision.reason(),
                decision.why(),
                end.failure(),
                episode,
                end.resumeAt().orElse(null),
                thrown);
    }

    private static Failure neverCalled(GiveUp decision) {
        return decision.reason() == GiveUpReason.CANCELLED ? cancelled(decision.why()) : refused(decision);
    }

    private static Failure refused(GiveUp decision) {
        Failure refused = Failure.of(
                FailureType.OVERLOADED,
                decision.resumeIn().isPresent(),
                decision.why(),
                Action.RETRY,
                "guard." + decision.reason().wireName());
        return decision.resumeIn().map(refused::withRetryAfter).orElse(refused);
    }

    private static Failure cancelled(String message) {
        return Failure.of(FailureType.CANCELLED, false, message, Action.STOP, "kernel.cancelled");
    }

    void succeeded(Attempt attempt) {
        close();
        loop.emit(() -> new RetryEvent.RetrySucceeded(operationId(), attempt.number()));
    }

    /** Enters the live map. What neither waits nor has listeners is over before anybody could look. */
    private void show(Duration delay) {
        if (!shown && (loop.isObserved() || !delay.isZero())) {
            shown = true;
            loop.active().add(this);
        }
    }

    private void close() {
        if (shown) {
            loop.active().remove(this);
        }
    }

    private synchronized String operationId() {
        String id = operationId;
        if (id == null) {
            id = loop.operationId(settings);
            operationId = id;
        }
        return id;
    }

    /** Empty until the first failure is known. */
    Optional<ActiveRetry> snapshot() {
        Episode soFar = episode;
        if (soFar.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ActiveRetry(
                operationId(),
                settings.operation(),
                soFar.failures() + 1,
                settings.policy().maxAttempts(),
                soFar.last().failure(),
                Optional.ofNullable(nextRetryAt),
                new Controls()));
    }

    private final class Controls implements ActiveRetry.Controls {
        @Override
        public void cancel() {
            waiting().end(InterruptibleWait.End.CANCELLED);
        }

        @Override
        public void retryNow() {
            waiting().end(InterruptibleWait.End.RETRY_NOW);
        }
    }
}
