package dev.mulligan.policy;

import java.util.Locale;
import java.util.Optional;

/** What to do when the far side states a wait longer than the policy allows. */
public enum LongWait {
    /** Use another model if the ladder has one; else give up and say when to resume. */
    FALL_BACK,
    /** Give up now and say when to resume; a durable driver goes on then. */
    SCHEDULE,
    /** Ask a person whether to wait. */
    ASK,
    /** Give up for good. */
    GIVE_UP;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The name in files, flags and JSON. */
    public String wireName() {
        return wireName;
    }

    /** The choice of this name, if there is one. */
    public static Optional<LongWait> ofWireName(String name) {
        for (LongWait wait : values()) {
            if (wait.wireName.equals(name)) {
                return Optional.of(wait);
            }
        }
        return Optional.empty();
    }
}
