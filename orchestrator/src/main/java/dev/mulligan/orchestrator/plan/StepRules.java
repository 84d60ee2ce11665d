package dev.mulligan.orchestrator.plan;

import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import java.util.List;

/**
 * How a step is gone about, beside its task.
 *
 * @param verifyFirst whether the verifier runs before any agent: when it passes, there is nothing to do
 * @param forbid paths that must not change, with all below them, ignored files among them
 * @param keepBest whether the files of the best attempt stay in the workspace when the step fails in place
 */
public record StepRules(boolean verifyFirst, List<String> forbid, boolean keepBest) {

    public StepRules {
        forbid = List.copyOf(forbid);
    }

    static StepRules read(Mapping step) {
        return new StepRules(
                choice(step, "first", "work", "verify"),
                PlanFields.paths(step, "forbid"),
                choice(step, "onFailure", "restore", "keep-best"));
    }

    private static boolean choice(Mapping step, String field, String usual, String other) {
        String word = step.text(field).orElse(usual);
        YamlValue at = PlanFields.at(step, field);
        if (!word.equals(usual) && !word.equals(other)) {
            throw at.mistake(field + " is " + usual + " or " + other + ", not " + word);
        }
        return word.equals(other);
    }
}
