package dev.mulligan.policy;

import dev.mulligan.attempt.Episode;
import dev.mulligan.decide.Decider;
import dev.mulligan.decide.Decision;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * When to try again, as data. Every number is validated here, so that a policy that exists can be carried out; one that
 * cannot be meant is refused with {@link InvalidPolicyException}. Immutable: each method returns another policy.
 *
 * <pre>{@code
 * var policy = RetryPolicy.exponential(Duration.ofMillis(500))
 *         .maxAttempts(6)
 *         .attemptTimeout(Duration.ofSeconds(30))
 *         .deadline(Duration.ofMinutes(5))
 *         .escalateAfter(2);
 * }</pre>
 *
 * @param name shown in events and reports
 * @param maxAttempts tries including the first
 * @param backoff the curve of delays
 * @param attemptTimeout one attempt is interrupted after this
 * @param deadline everything is over after this
 * @param maxServerWait a wait stated by the far side is honoured up to this
 * @param onLongWait what to do when it is longer
 * @param retryOn only failures of these types are retried
 * @param alwaysRetry failures of these types are retried even when the classifier advises against it
 * @param retryText texts that make a failure worth retrying
 * @param escalateAfter failures on one model before a stronger one is used; 0 means never
 */
public record RetryPolicy(
        String name,
        int maxAttempts,
        Backoff backoff,
        Optional<Duration> attemptTimeout,
        Optional<Duration> deadline,
        Duration maxServerWait,
        LongWait onLongWait,
        Set<FailureType> retryOn,
        Set<FailureType> alwaysRetry,
        List<TextRule> retryText,
        int escalateAfter)
        implements Decider {

    private static final int MOST_ATTEMPTS = 10_000;
    private static final Set<FailureType> EVERY_TYPE = Set.copyOf(EnumSet.allOf(FailureType.class));

    public RetryPolicy {
        PolicyChecks.when(name.isBlank(), "name", name, "is empty");
        PolicyChecks.when(
                maxAttempts < 1, "maxAttempts", maxAttempts, "counts the first attempt too, so it is at least 1");
        PolicyChecks.when(maxAttempts > MOST_ATTEMPTS, "maxAttempts", maxAttempts, "is at most " + MOST_ATTEMPTS);
        attemptTimeout.ifPresent(t -> positive("attemptTimeout", t));
        deadline.ifPresent(d -> positive("deadline", d));
        PolicyChecks.when(maxServerWait.isNegative(), "maxServerWait", maxServerWait, "a delay cannot be negative");
        PolicyChecks.when(escalateAfter < 0, "escalateAfter", escalateAfter, "is a count of failures, 0 for never");
        retryOn = Set.copyOf(retryOn);
        alwaysRetry = Set.copyOf(alwaysRetry);
        retryText = List.copyOf(retryText);
    }

    private static void positive(String field, Duration value) {
        PolicyChecks.when(value.isZero() || value.isNegative(), field, value, "must be longer than zero");
    }

    /** Four attempts with these delays. */
    public static RetryPolicy of(Backoff backoff) {
        return new Draft(backoff).policy();
    }

    /** Four attempts; the delay doubles from this one on. */
    public static RetryPolicy exponential(Duration base) {
        return of(Backoff.exponential(base));
    }

    /** Four attempts; the delay grows by this. */
    public static RetryPolicy linear(Duration base) {
        return of(Backoff.linear(base));
    }

    /** Four attempts with this delay between them. */
    public static RetryPolicy fixed(Duration delay) {
        return of(Backoff.fixed(delay));
    }

    /** One attempt and no more. */
    public static RetryPolicy never() {
        return of(Backoff.NONE).named("never").maxAttempts(1);
    }

    /** With the name that events and screens show. */
    public RetryPolicy named(String newName) {
        return change(draft -> draft.name = newName);
    }

    /**
     * With so many attempts, the first included.
     *
     * @throws InvalidPolicyException if it is less than one
     */
    public RetryPolicy maxAttempts(int tries) {
        return change(draft -> draft.maxAttempts = tries);
    }

    /** With these delays. */
    public RetryPolicy backoff(Backoff curve) {
        return change(draft -> draft.backoff = curve);
    }

    /** Each attempt is interrupted after this time and counts as a timeout. */
    public RetryPolicy attemptTimeout(Duration timeout) {
        return change(draft -> draft.attemptTimeout = Optional.of(timeout));
    }

    /** With both limits on time replaced; empty means none. */
    public RetryPolicy timeLimits(Optional<Duration> attempt, Optional<Duration> total) {
        return change(draft -> {
            draft.attemptTimeout = attempt;
            draft.deadline = total;
        });
    }

    /** All attempts and waits together end after this time; recoveries inside inherit it. */
    public RetryPolicy deadline(Duration total) {
        return change(draft -> draft.deadline = Optional.of(total));
    }

    /** The longest wait stated by the far side that is kept. */
    public RetryPolicy maxServerWait(Duration longest) {
        return change(draft -> draft.maxServerWait = longest);
    }

    /** What to do when the far side states a longer one. */
    public RetryPolicy onLongWait(LongWait then) {
        return change(draft -> draft.onLongWait = then);
    }

    /** Only these types are retried, and only when they are expected to pass. */
    public RetryPolicy retryOn(Set<FailureType> types) {
        return change(draft -> draft.retryOn = types);
    }

    /** These types are retried even when they are not expected to pass. */
    public RetryPolicy alwaysRetry(Set<FailureType> types) {
        return change(draft -> draft.alwaysRetry = types);
    }

    /** Retries whatever goes wrong, known or not: for callers who know that the call is safe to repeat. */
    public RetryPolicy retryEverything() {
        return alwaysRetry(EVERY_TYPE);
    }

    /** Failures whose message holds one of these texts are retried whatever their type. */
    public RetryPolicy retryText(List<TextRule> texts) {
        return change(draft -> draft.retryText = texts);
    }

    /**
     * Whether this policy wants the failure retried although it is not expected to pass: for its type, or for a text in
     * its message.
     */
    public boolean overrules(Failure failure) {
        return alwaysRetry.contains(failure.type())
                || retryText.stream().anyMatch(rule -> rule.matches(failure.message()));
    }

    /** After so many failures on one model the next stronger one is used; 0 means never. */
    public RetryPolicy escalateAfter(int failures) {
        return change(draft -> draft.escalateAfter = failures);
    }

    private RetryPolicy change(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.policy();
    }

    /** A policy in the making: one place that knows all fields, instead of one for each of them. */
    private static final class Draft {

        private String name = "custom";
        private int maxAttempts = 4;
        private Backoff backoff;
        private Optional<Duration> attemptTimeout = Optional.empty();
        private Optional<Duration> deadline = Optional.empty();
        private Duration maxServerWait = Duration.ofSeconds(60);
        private LongWait onLongWait = LongWait.FALL_BACK;
        private Set<FailureType> retryOn = EVERY_TYPE;
        private Set<FailureType> alwaysRetry = Set.of();
        private List<TextRule> retryText = List.of();
        private int escalateAfter;

        Draft(Backoff delays) {
            backoff = delays;
        }

        Draft(RetryPolicy from) {
            name = from.name;
            maxAttempts = from.maxAttempts;
            backoff = from.backoff;
            attemptTimeout = from.attemptTimeout;
            deadline = from.deadline;
            maxServerWait = from.maxServerWait;
            onLongWait = from.onLongWait;
            retryOn = from.retryOn;
            alwaysRetry = from.alwaysRetry;
            retryText = from.retryText;
            escalateAfter = from.escalateAfter;
        }

        RetryPolicy policy() {
            return new RetryPolicy(
                    name,
                    maxAttempts,
                    backoff,
                    attemptTimeout,
                    deadline,
                    maxServerWait,
                    onLongWait,
                    retryOn,
                    alwaysRetry,
                    retryText,
                    escalateAfter);
        }
    }

    @Override
    public Decision decide(Episode episode, Moment moment) {
        return PolicyDecision.decide(this, episode, moment);
    }

    /** The delays between the attempts when nothing but this policy decides, jitter off. */
    public List<Duration> plainDelays() {
        Backoff plain = backoff.spread(Jitter.OFF);
        return IntStream.range(1, maxAttempts)
                .mapToObj(retry -> plain.delay(retry, Duration.ZERO, 0))
                .toList();
    }
}
