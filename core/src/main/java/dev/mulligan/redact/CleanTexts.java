package dev.mulligan.redact;

import org.jspecify.annotations.Nullable;

/**
 * Short texts that were searched and hold no secret. The names of models, sessions and projects stand in every event, and
 * are searched once. Each has one place, by its hash, and gives way to the next text that belongs there. Threads may
 * overwrite each other's: what is read was searched, whoever wrote it.
 */
final class CleanTexts {

    private static final int PLACES = 1024;
    private static final int LONGEST = 256;

    private final @Nullable String[] texts = new @Nullable String[PLACES];

    boolean has(String text) {
        return text.equals(texts[place(text)]);
    }

    void add(String text) {
        if (text.length() <= LONGEST) {
            texts[place(text)] = text;
        }
    }

    private static int place(String text) {
        int hash = text.hashCode();
        return (hash ^ (hash >>> 16)) & (PLACES - 1);
    }
}
