package dev.mulligan.agent;

/** Something that works on a task in a workspace and can fail in every way there is. */
public interface Agent {

    /** As plans name it: {@code claude}, {@code codex}, {@code gemini}, or the name of a command. */
    String name();

    /** Runs one attempt to its end. An interrupt ends the agent's whole process group and then this call. */
    AgentResult run(AgentTask task, ChunkListener listener) throws InterruptedException;

    /** Hears what the agent prints while it runs, line by line. */
    @FunctionalInterface
    interface ChunkListener {
        ChunkListener NOBODY = (stream, line) -> {};

        void on(String stream, String line);
    }
}
