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
    STEPS_L3,
    DIAGNOSES,
    JUDGEMENTS,
    CANDIDATES,
    CANDIDATES_VALID,
    /** The total is the time from first failure to success. */
    REQUESTS_RECOVERED,
    REQUESTS_LOST,
    OPERATIONS_RECOVERED,
    OPERATIONS_LOST,
    OPERATIONS_UNTROUBLED,
    MODEL_ESCALATIONS,
    FALLBACKS,
    CASCADES,
    BUDGETS_EXCEEDED,
    ATTEMPTS_REFUSED
}
