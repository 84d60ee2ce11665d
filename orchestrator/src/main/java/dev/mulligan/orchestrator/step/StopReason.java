package dev.mulligan.orchestrator.step;

import java.util.Locale;

/** Why a step ended without success. */
public enum StopReason {
    NON_IMPROVING,
    ITERATIONS_USED_UP,
    NOT_APPLICABLE,
    NO_EVIDENCE,
    BUDGET_EXCEEDED,
    AGENT_FAILED,
    /** The agent's program is not on this machine. */
    AGENT_MISSING,
    CANDIDATES_FAILED,
    /** The step's type is set never to be tried twice. */
    NEVER_RETRIED,
    /** Somebody left it failed and went on. */
    SKIPPED,
    /** Somebody gave the run up. */
    ABORTED;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    public String wireName() {
        return wireName;
    }
}
