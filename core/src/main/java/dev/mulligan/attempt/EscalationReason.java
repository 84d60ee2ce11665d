package dev.mulligan.attempt;

import java.util.Locale;

/** Why a stronger model was chosen. */
public enum EscalationReason {
    MANUAL,
    AUTO_AFTER_RETRIES,
    CONTEXT_LIMIT,
    NON_IMPROVING;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The name in JSON, files and events. */
    public String wireName() {
        return wireName;
    }
}
