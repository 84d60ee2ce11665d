package dev.mulligan.internal;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.Deadline;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.attempt.Time;
import dev.mulligan.decide.Decider;
import dev.mulligan.decide.Options;
import dev.mulligan.escalate.EscalationCosts;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.policy.RetryPolicy;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What one recovery has agreed on before anything runs. The first attempt is made once and shared. */
public record RecoverySettings(
        Label label,
        RetryPolicy policy,
        Decider decider,
        Options options,
        Episode start,
        Optional<Predicate<Object>> unwanted,
        EscalationCosts costs,
        Attempt firstAttempt) {

    /** What events call the operation, and its id where the caller gave one. */
    record Label(String operation, Optional<String> id) {}

    public String operation() {
        return label.operation;
    }

    public Optional<String> id() {
        return label.id;
    }

    public static RecoverySettings of(RetryPolicy policy) {
        return new RecoverySettings(
                new Label("operation", Optional.empty()),
                policy,
                policy,
                Options.NONE,
                Episode.EMPTY,
                Optional.empty(),
                EscalationCosts.UNKNOWN,
                first(policy, Options.NONE, Deadline.NONE));
    }

    public RecoverySettings named(String newOperation) {
        return new RecoverySettings(
                new Label(newOperation, label.id), policy, decider, options, start, unwanted, costs, firstAttempt);
    }

    public RecoverySettings identified(String newId) {
        return new RecoverySettings(
                new Label(label.operation, Optional.of(newId)),
                policy,
                decider,
                options,
                start,
                unwanted,
                costs,
                firstAttempt);
    }

    public RecoverySettings deciding(Decider newDecider) {
        return new RecoverySettings(label, policy, newDecider, options, start, unwanted, costs, firstAttempt);
    }

    public RecoverySettings with(Options newOptions) {
        Attempt first = first(policy, newOptions, Deadline.NONE);
        return new RecoverySettings(label, policy, decider, newOptions, start, unwanted, costs, first);
    }

    public RecoverySettings resuming(Episode recorded) {
        return new RecoverySettings(label, policy, decider, options, recorded, unwanted, costs, firstAttempt);
    }

    public RecoverySettings asking(EscalationCosts newCosts) {
        return new RecoverySettings(label, policy, decider, options, start, unwanted, newCosts, firstAttempt);
    }

    public RecoverySettings refusing(Predicate<Object> results) {
        return new RecoverySettings(label, policy, decider, options, start, Optional.of(results), costs, firstAttempt);
    }

    /** A result that nobody wants is a failure like any other. */
    void check(@Nullable Object result) {
        if (unwanted.isPresent() && unwanted.get().test(result)) {
            throw new FailureException(UNWANTED_RESULT);
        }
    }

    private static final Failure UNWANTED_RESULT = Failure.of(
            FailureType.UNKNOWN, true, "the result is one that retryIfResult refuses", Action.RETRY, "kernel.result");

    private static Attempt first(RetryPolicy policy, Options options, Deadline deadline) {
        return new Attempt(1, policy.maxAttempts(), Remedy.Simple.NOTHING, options.model(), Episode.EMPTY, deadline);
    }

    Attempt firstAttempt(Deadline deadline) {
        return deadline.isSet() ? first(policy, options, deadline) : firstAttempt;
    }

    /** The policy's own deadline or that of a recovery around this one, whichever comes first. */
    Deadline deadline(Time time) {
        Deadline outer = Deadline.OUTER.isBound() ? Deadline.OUTER.get() : Deadline.NONE;
        return policy.deadline().isEmpty()
                ? outer
                : Deadline.in(policy.deadline().get(), time).earlier(outer);
    }
}
