package dev.mulligan.orchestrator.run;

import dev.mulligan.agent.Ended;
import dev.mulligan.explain.Explanation;

/** Follows a verifier's commands while they run, in the program that runs them. */
public interface VerificationListener {

    VerificationListener NOBODY = new VerificationListener() {};

    /** A line of output. */
    default void line(String line) {}

    /** A command has ended. */
    default void ended(Ended ended, Explanation explained) {}
}
