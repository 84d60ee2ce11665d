package dev.mulligan.orchestrator.plan;

import java.util.Optional;

/** How much is tried for a step. */
public enum Level {
    /** One change, with retries for transient failures only. */
    L1("L1"),
    /** A repair loop. */
    L2("L2"),
    /** Several candidates side by side. */
    L3("L3"),
    /** L2, and L3 when that gets nowhere. */
    AUTO("auto");

    private final String wireName;

    Level(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    public static Optional<Level> ofWireName(String name) {
        for (Level level : values()) {
            if (level.wireName.equals(name)) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }
}
