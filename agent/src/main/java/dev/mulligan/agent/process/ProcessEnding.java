package dev.mulligan.agent.process;

/** How a process came to its end. */
public enum ProcessEnding {
    EXITED,
    TIMED_OUT,
    /** It printed nothing for too long. */
    SILENT,
    CANCELLED,
    /** It could not even be started. */
    NOT_STARTED
}
