package dev.mulligan.record.advice;

import java.util.List;
import java.util.Optional;

/** Another way of doing a step. A typed action, not a hint in a prompt. */
public sealed interface Strategy {

    String name();

    /** The same again. */
    record Retry() implements Strategy {
        @Override
        public String name() {
            return "retry";
        }
    }

    /** Says something before or after the prompt, and may change how the agent is called. */
    record Reword(
            String name,
            String prefix,
            String suffix,
            Optional<String> model,
            Optional<Double> temperature,
            boolean freshContext)
            implements Strategy {}

    /** Puts the parts of earlier outputs that matter in front of the prompt. */
    record AddContext() implements Strategy {
        @Override
        public String name() {
            return "add-context";
        }
    }

    /** One test at a time; the agent stops and reports after each. */
    record Incremental() implements Strategy {
        @Override
        public String name() {
            return "incremental";
        }
    }

    /** Really restores the checkpoint from before the step; needs a person's word or {@code --yes}. */
    record Rollback() implements Strategy {
        @Override
        public String name() {
            return "rollback";
        }
    }

    static Strategy suffix(String name, String words) {
        return new Reword(name, "", words, Optional.empty(), Optional.empty(), false);
    }

    /** The ones that need no configuration. */
    List<Strategy> BUILT_IN = List.of(
            new Retry(),
            suffix("simplify-prompt", "Do only what is essential. Leave edge cases and optional parts out this time."),
            suffix(
                    "reduce-stories",
                    "Write the two or three stories that matter most, and leave the others for later."),
            suffix("simplify-tests", "For each criterion write one test of the normal case; leave edge cases out."),
            new AddContext(),
            new Incremental(),
            new Rollback());
}
