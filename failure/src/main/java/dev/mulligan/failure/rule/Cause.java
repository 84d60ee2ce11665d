package dev.mulligan.failure.rule;

import dev.mulligan.failure.Action;
import dev.mulligan.failure.ErrorType;
import dev.mulligan.failure.FailureType;
import java.util.Optional;

/** What a deciding rule says; empty parts follow from the type. */
public record Cause(
        String rule,
        FailureType type,
        Optional<ErrorType> errorType,
        Optional<Boolean> retryable,
        Optional<Action> action) {

    public static Cause of(String rule, FailureType type) {
        return new Cause(rule, type, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public Cause notRetryable() {
        return new Cause(rule, type, errorType, Optional.of(false), action);
    }

    public Cause withUsualAction() {
        return new Cause(rule, type, errorType, retryable, Optional.empty());
    }
}
