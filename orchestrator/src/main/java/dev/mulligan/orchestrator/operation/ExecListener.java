package dev.mulligan.orchestrator.operation;

import java.util.List;

/** Follows an operation while it runs. */
public interface ExecListener {

    ExecListener NOBODY = new ExecListener() {};

    /** A line of the command's output. */
    default void output(String line) {}

    default void attempt(int number, int of) {}

    default void failed(int attempt, int of, String summary) {}

    /** A fixer is at work. */
    default void fixing(String agent) {}

    default void fixed(String what) {}

    /**
     * Files were put back.
     *
     * @param kept files that somebody has changed since, and that stay as they are
     * @param undo the checkpoint that holds what they were
     */
    default void takenBack(List<String> files, List<String> kept, String undo) {}
}
