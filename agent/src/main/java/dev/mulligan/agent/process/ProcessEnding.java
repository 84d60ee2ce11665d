package dev.mulligan.agent.process;

/** How a process came to its end. */
public enum ProcessEnding {
    EXITED,
    TIMED_OUT,
    /** It printed nothing for too long. */
    SILENT,
    /** It was ended since a call of one of its tools took too long. */
    TOOL_TIMED_OUT,
    /** It was ended since one of its tools had failed as often as it may. */
    TOOL_FAILED,
    CANCELLED,
    /** It could not even be started. */
    NOT_STARTED
}
