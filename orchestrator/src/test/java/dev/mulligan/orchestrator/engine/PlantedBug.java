package dev.mulligan.orchestrator.engine;

/** Mistakes that a simulation must find. Each is made by putting a wrong part in place of a right one. */
enum PlantedBug {
    NONE,
    /** Files that were brought into the workspace are not forced to the disk before the store says so. */
    SKIP_FSYNC,
    /** A worker that lost its step writes all the same. */
    FORGET_FENCE,
    /** An attempt that starts over is announced a second time. */
    DOUBLE_ANNOUNCE,
    /** The budget is asked when the call is over. */
    BUDGET_AFTER_CALL,
    /** Traces are written by the thread of the step, which may be interrupted. */
    TRACE_ON_INTERRUPTED_THREAD
}
