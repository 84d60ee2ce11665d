package dev.mulligan.simulator.agent;

/** How one agent reports what it does, line by line. */
interface AgentLines {

    void started();

    void wrote(String path, String content);

    void said(String text);

    /** The last word of a run the agent calls good. */
    void done(AgentTurn.Report report, String text);

    /** The last word of a run the agent calls failed. */
    void failed(AgentTurn.Report report, String text);
}
