package dev.mulligan.store.run;

import java.util.Locale;

/** How a step stands, as its workers see it. The store and the user read {@link #toString}. */
public enum StepStatus {
    /** Its turn has not come. */
    OPEN,
    SCHEDULED,
    RUNNING,
    /** For a person. */
    WAITING,
    PASSED,
    FAILED,
    SKIPPED;

    /** @throws IllegalArgumentException for a word that this version does not know */
    public static StepStatus of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** What needs it can start. */
    public boolean isDone() {
        return this == PASSED || this == SKIPPED;
    }

    /** It has an execution, or waits for an answer. */
    public boolean isUnderWay() {
        return this == SCHEDULED || this == RUNNING || this == WAITING;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
