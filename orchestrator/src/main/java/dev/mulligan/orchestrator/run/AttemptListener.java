package dev.mulligan.orchestrator.run;

import dev.mulligan.agent.process.ProcessResult;
import dev.mulligan.explain.Explanation;
import java.util.List;
import java.util.Optional;

/** Follows attempts and the commands that verify them, in the program that runs them, while they run. */
public interface AttemptListener {

    AttemptListener NOBODY = new AttemptListener() {};

    /** An agent has changed these files, and may have named the cause. */
    default void changed(List<String> files, Optional<String> diagnosis) {}

    /** What an agent did or answered cannot be used. */
    default void refused(String problem) {}

    /** A command is about to run. */
    default void started(String command) {}

    /** A line of output. */
    default void line(String line) {}

    /** A command has ended. */
    default void ended(ProcessResult ended, Explanation explained) {}
}
