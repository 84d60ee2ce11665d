package dev.mulligan.failure;

import java.util.Locale;

/** The first thing to do about a failure. */
public enum Action {
    /** The same call again after ordinary backoff. */
    RETRY,
    /** The same call again, not before a stated delay or a full rate window. */
    RETRY_AFTER_DELAY,
    /** Send less: compact, trim, split, lower the output cap. */
    SHRINK_CONTEXT,
    /** A more capable model, because this one cannot do the job. */
    ESCALATE_MODEL,
    /** Another model of like strength, because this one cannot serve now. */
    FALLBACK_MODEL,
    /** Change what the prompt says, for example by feeding a tool's error back. */
    REPHRASE,
    /** A person or the configuration must change something first. */
    FIX_CONFIG,
    /** Do nothing: cancelled, or not a failure. */
    STOP;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    public String wireName() {
        return wireName;
    }
}
