package dev.mulligan.orchestrator.operation;

import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import java.util.Locale;

/** What a command is for, which decides what helps when it fails. */
public enum OperationKind {
    /** Between tries a fixer gets the failures and changes the code. */
    TEST,
    /** Between tries the feedback is applied. */
    REVIEW,
    /** One more try, for transient causes only. */
    BUILD,
    /** As often as the caller says. */
    CUSTOM;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    RetryPolicy policy(int maxAttempts) {
        RetryPolicy standard = PolicyTemplates.get(this == CUSTOM ? "default" : wireName());
        return maxAttempts > 0 ? standard.maxAttempts(maxAttempts) : standard;
    }

    /** Whether changing the work between tries makes sense. */
    boolean isFixable() {
        return this != BUILD;
    }
}
