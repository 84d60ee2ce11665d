package dev.mulligan.store.report;

/** Things that are counted beside requests. */
public enum Count {
    RUNS_STARTED,
    RUNS_SUCCEEDED,
    RUNS_FAILED,
    /** Runs that work in the repair loop. */
    RUNS_L2,
    ESCALATED_FROM_L2,
    /** Runs with repairs; the total is the sum of their highest iterations. */
    RUNS_REPAIRED,
    /** Steps that started in the third level or reached it. */
    STEPS_L3,
    /** Those of them that needed a diagnosis. */
    DIAGNOSES,
    JUDGEMENTS,
    CANDIDATES,
    CANDIDATES_VALID,
    MODEL_ESCALATIONS,
    FALLBACKS,
    CASCADES,
    BUDGETS_EXCEEDED,
    ATTEMPTS_REFUSED
}
