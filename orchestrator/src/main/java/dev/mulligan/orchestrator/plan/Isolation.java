package dev.mulligan.orchestrator.plan;

import dev.mulligan.text.YamlValue;
import java.util.Locale;

/** Where the agents of a run work. */
public enum Isolation {
    /** In copies that belong to the run; only a verified result enters the workspace. */
    COPY,
    /** In the workspace itself, for checks that need the very folder. */
    NONE;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Isolation read(YamlValue value) {
        String word = PlanFields.word(value, "isolation");
        for (Isolation one : values()) {
            if (one.wireName().equals(word)) {
                return one;
            }
        }
        throw value.mistake("isolation is copy (agents work in a copy) or none (in the workspace itself), not " + word);
    }
}
