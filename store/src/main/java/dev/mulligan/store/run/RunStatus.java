package dev.mulligan.store.run;

import java.util.Locale;

/** How a run stands, as its workers see it. The store and the user read {@link #toString}. */
public enum RunStatus {
    RUNNING,
    /** Several failures seem to be one, and a person is asked before anything new starts. */
    HELD,
    PAUSED,
    /** No step is left, and the last verification and the summary are under way. */
    ENDING,
    PASSED,
    FAILED,
    STOPPED;

    /** @throws IllegalArgumentException for a word that this version does not know */
    public static RunStatus of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** Nothing more happens to it by itself, and nothing can be resumed. */
    public boolean isOver() {
        return switch (this) {
            case RUNNING, HELD, PAUSED, ENDING -> false;
            case PASSED, FAILED, STOPPED -> true;
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
