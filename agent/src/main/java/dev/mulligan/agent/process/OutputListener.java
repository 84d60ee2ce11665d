package dev.mulligan.agent.process;

/** Hears what a process prints while it runs, line by line. */
@FunctionalInterface
public interface OutputListener {
    OutputListener NOBODY = (stream, line) -> {};

    void on(String stream, String line);
}
