package dev.mulligan.orchestrator.plan;

import java.util.List;
import java.util.Optional;

/**
 * Who says whether a change is good: commands, an agent, or both. All must agree.
 *
 * @param commands run in order in the workspace, by the shell
 * @param reviewer an agent that answers with a verdict
 */
public record VerifySpec(List<String> commands, Optional<String> reviewer) {
    public VerifySpec {
        commands = List.copyOf(commands);
    }
}
