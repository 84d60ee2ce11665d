package dev.mulligan.orchestrator.claim;

import dev.mulligan.orchestrator.journal.LeaseLost;
import dev.mulligan.orchestrator.journal.RunLog;

/**
 * Asked right before files of the user change. The database refuses what a worker that lost its step writes; files
 * refuse nothing, so one that was frozen must look again before it touches them.
 */
public final class LeaseCheck {

    private final RunLog log;

    public LeaseCheck(RunLog log) {
        this.log = log;
    }

    /** Like {@link #check}, once all that led here is on record. */
    public void checkRecorded(Claim claim) throws InterruptedException {
        claim.recording().await();
        check(claim);
    }

    public void check(Claim claim) {
        String step = claim.scope().step().id();
        boolean ours = log.flows().steps(claim.scope().runId()).stream()
                .anyMatch(row -> row.stepId().equals(step) && row.token().equals(claim.token()));
        if (!ours) {
            throw new LeaseLost(step);
        }
    }
}
