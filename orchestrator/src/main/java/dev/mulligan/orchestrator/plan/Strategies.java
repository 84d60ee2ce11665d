package dev.mulligan.orchestrator.plan;

import dev.mulligan.policy.InvalidPolicyException;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import dev.mulligan.text.YamlValue.Scalar;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Who decides how a failed step goes on.
 *
 * @param timeout how long a question waits; empty for that of all questions
 * @param otherwise what counts when nobody answers: {@code recommended}, {@code retry}, {@code skip} or {@code abort}
 */
public record Strategies(Mode mode, Optional<Duration> timeout, String otherwise) {

    public static final String RECOMMENDED = "recommended";

    /** The decision is advice taken, a person's, the default's, or there is none. */
    public enum Mode {
        AUTO,
        ASK,
        /** Nobody can be asked: what would count without an answer counts at once. */
        DEFAULT,
        OFF;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Optional<Mode> ofWireName(String name) {
            return List.of(values()).stream()
                    .filter(mode -> mode.wireName().equals(name))
                    .findFirst();
        }
    }

    public static final Strategies STANDARD = new Strategies(Mode.AUTO, Optional.empty(), RECOMMENDED);

    /** Reads {@code strategies: ask} or {@code strategies: {mode: ask, timeout: 30m, default: retry}}. */
    static Strategies read(YamlValue value) {
        if (value instanceof Scalar) {
            return new Strategies(mode(value), Optional.empty(), RECOMMENDED);
        }
        Mapping mapping = value.asMapping("strategies");
        mapping.allowOnly("mode", "timeout", "default");
        String otherwise = mapping.text("default").orElse(RECOMMENDED);
        if (!List.of(RECOMMENDED, "retry", "skip", "abort").contains(otherwise)) {
            throw PlanFields.at(mapping, "default")
                    .mistake("default is recommended, retry, skip or abort, not " + otherwise);
        }
        return new Strategies(mapping.get("mode").map(Strategies::mode).orElse(Mode.AUTO), timeout(mapping), otherwise);
    }

    private static Mode mode(YamlValue value) {
        String word = PlanFields.word(value, "strategies");
        return Mode.ofWireName(word)
                .filter(mode -> mode != Mode.DEFAULT)
                .orElseThrow(() -> value.mistake("strategies are auto, ask or off, not " + word));
    }

    private static Optional<Duration> timeout(Mapping mapping) {
        try {
            return mapping.text("timeout").map(text -> PolicyText.parseDuration("timeout", text));
        } catch (InvalidPolicyException e) {
            throw PlanFields.at(mapping, "timeout").mistake(String.valueOf(e.getMessage()));
        }
    }
}
