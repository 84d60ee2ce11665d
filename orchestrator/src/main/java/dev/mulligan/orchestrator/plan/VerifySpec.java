package dev.mulligan.orchestrator.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Who says whether a change is good: commands, an agent, or both. All must agree.
 *
 * @param commands run in order in the workspace, by the shell
 * @param reviewer an agent that answers with a verdict
 * @param evidence what a command must show to have passed
 */
public record VerifySpec(List<String> commands, Optional<String> reviewer, Evidence evidence) {

    /** What counts as having passed. */
    public enum Evidence {
        /** Exit code 0, and where the command is a test runner, at least one test that ran. */
        TESTS,
        /** Exit code 0. */
        EXIT,
        /** Exit code 0, and a verdict in the output that says pass. */
        VERDICT;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public VerifySpec {
        commands = List.copyOf(commands);
    }

    public VerifySpec(List<String> commands, Optional<String> reviewer) {
        this(commands, reviewer, Evidence.TESTS);
    }
}
