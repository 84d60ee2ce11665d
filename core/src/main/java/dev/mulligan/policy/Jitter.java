package dev.mulligan.policy;

import java.util.Locale;
import java.util.Optional;

/** How a computed delay is spread, so that callers who failed together do not come back together. */
public enum Jitter {
    OFF,
    /** Ten per cent up or down. */
    TEN_PERCENT,
    /** Anything from zero to the computed delay. */
    FULL,
    /** From the base to three times the delay before. */
    DECORRELATED;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The name in files, flags and JSON. */
    public String wireName() {
        return wireName;
    }

    /** The jitter of this name, if there is one. */
    public static Optional<Jitter> ofWireName(String name) {
        for (Jitter jitter : values()) {
            if (jitter.wireName.equals(name)) {
                return Optional.of(jitter);
            }
        }
        return Optional.empty();
    }
}
