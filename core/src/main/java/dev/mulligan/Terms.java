package dev.mulligan;

import dev.mulligan.escalate.EscalationCosts;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.policy.RetryPolicy;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What one recovery has agreed on before anything runs. The first attempt is made once and shared. */
record Terms(
        String operation,
        RetryPolicy policy,
        Decider decider,
        Options options,
        Episode start,
        Optional<Predicate<Object>> unwanted,
        EscalationCosts costs,
        Attempt firstAttempt) {

    static Terms of(RetryPolicy policy) {
        return of("operation", policy, policy, Options.NONE, Episode.EMPTY, Optional.empty(), EscalationCosts.UNKNOWN);
    }

    private static Terms of(
            String operation,
            RetryPolicy policy,
            Decider decider,
            Options options,
            Episode start,
            Optional<Predicate<Object>> unwanted,
            EscalationCosts costs) {
        Attempt first = first(policy, options, Deadline.NONE);
        return new Terms(operation, policy, decider, options, start, unwanted, costs, first);
    }

    Terms named(String newOperation) {
        return of(newOperation, policy, decider, options, start, unwanted, costs);
    }

    Terms deciding(Decider newDecider) {
        return of(operation, policy, newDecider, options, start, unwanted, costs);
    }

    Terms with(Options newOptions) {
        return of(operation, policy, decider, newOptions, start, unwanted, costs);
    }

    Terms resuming(Episode recorded) {
        return of(operation, policy, decider, options, recorded, unwanted, costs);
    }

    Terms asking(EscalationCosts newCosts) {
        return of(operation, policy, decider, options, start, unwanted, newCosts);
    }

    Terms refusing(Predicate<Object> results) {
        return of(operation, policy, decider, options, start, Optional.of(results), costs);
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
