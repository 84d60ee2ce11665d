package dev.mulligan;

import dev.mulligan.policy.RetryPolicy;

/** What one recovery has agreed on before anything runs. The first attempt is made once and shared. */
record Terms(
        String operation, RetryPolicy policy, Decider decider, Options options, Episode start, Attempt firstAttempt) {

    static Terms of(String operation, RetryPolicy policy, Decider decider, Options options, Episode start) {
        Attempt first = first(policy, options, Deadline.NONE);
        return new Terms(operation, policy, decider, options, start, first);
    }

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
