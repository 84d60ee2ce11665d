package dev.mulligan.orchestrator.plan;

import dev.mulligan.policy.InvalidPolicyException;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import java.time.Duration;

/**
 * How long a question waits for a person, and what counts when nobody answers.
 *
 * @param yes the answer that is taken then
 */
public record Questions(Duration timeout, boolean yes) {

    public static final Questions STANDARD = new Questions(Duration.ofHours(24), false);

    /** Reads {@code questions: {timeout: 30m, default: no}}. */
    static Questions read(YamlValue value) {
        Mapping questions = value.asMapping("questions");
        questions.allowOnly("timeout", "default");
        Duration timeout = STANDARD.timeout();
        try {
            if (questions.text("timeout").isPresent()) {
                timeout = PolicyText.parseDuration(
                        "timeout", questions.text("timeout").orElse(""));
            }
        } catch (InvalidPolicyException e) {
            throw PlanFields.at(questions, "timeout").mistake(String.valueOf(e.getMessage()));
        }
        String otherwise = questions.text("default").orElse("no");
        return switch (otherwise) {
            case "yes", "true" -> new Questions(timeout, true);
            case "no", "false" -> new Questions(timeout, false);
            default -> throw PlanFields.at(questions, "default").mistake("default is yes or no, not " + otherwise);
        };
    }
}
