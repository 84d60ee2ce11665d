package dev.mulligan.failure;

import java.util.Optional;

/** What a deciding rule says; empty parts follow from the type. */
record Cause(
        String rule,
        FailureType type,
        Optional<ErrorType> errorType,
        Optional<Boolean> retryable,
        Optional<Action> action) {

    static Cause of(String rule, FailureType type) {
        return new Cause(rule, type, Optional.empty(), Optional.empty(), Optional.empty());
    }

    Cause notRetryable() {
        return new Cause(rule, type, errorType, Optional.of(false), action);
    }

    Cause withUsualAction() {
        return new Cause(rule, type, errorType, retryable, Optional.empty());
    }
}
