package dev.mulligan.agent;

import dev.mulligan.agent.process.OutputListener;

/** Something that works on a task in a workspace and can fail in every way there is. */
public interface Agent {

    /** As plans name it: {@code claude}, {@code codex}, {@code gemini}, or the name of a command. */
    String name();

    /** Runs one attempt to its end. An interrupt ends the agent's whole process group and then this call. */
    AgentResult run(AgentTask task, OutputListener listener) throws InterruptedException;
}
