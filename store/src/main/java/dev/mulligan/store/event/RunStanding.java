package dev.mulligan.store.event;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a run stands now, in the words that the commands, REST and the dashboard share. Nothing of it is stored: it follows
 * from what is.
 */
public enum RunStanding {
    RUNNING,
    /** For a person's answer; nothing else of it can go on. */
    WAITING,
    /** Before its next step, because several failures seem to be one. */
    HELD,
    PAUSED,
    /** The program that carried it out is gone. */
    INTERRUPTED,
    PASSED,
    FAILED,
    STOPPED;

    /** What older versions call {@link #PASSED}, in their rows and in filters that people have written down. */
    static final String FORMER_PASSED = "succeeded";

    /** Empty for a word that is none. */
    public static Optional<RunStanding> of(String word) {
        return word.equals(FORMER_PASSED)
                ? Optional.of(PASSED)
                : Stream.of(values()).filter(one -> one.wireName().equals(word)).findFirst();
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Nothing more happens to it. */
    public boolean isOver() {
        return this == PASSED || this == FAILED || this == STOPPED;
    }
}
