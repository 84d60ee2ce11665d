package dev.mulligan.orchestrator.claim;

import dev.mulligan.orchestrator.journal.LeaseLost;
import dev.mulligan.orchestrator.journal.RunLog;

/**
 * Asked right before files of the user change. The database refuses what a worker that lost its step writes; files
 * refuse nothing, so one that was frozen must look again before it touches them.
 */
public class LeaseCheck {

    private final RunLog log;

    public LeaseCheck(RunLog log) {
        this.log = log;
    }

    /** Like {@link #check}, once all that led here is on record. */
    public void checkRecorded(Claim claim) throws InterruptedException {
        claim.recording().await();
        check(claim);
    }

    /** The same inside a transaction, which then keeps the step ours until it commits. */
    public void hold(RunLog.Writing writing, Claim claim) {
        String step = claim.scope().step().id();
        if (!writing.rows().holds(claim.scope().runId(), step, claim.token())) {
            throw new LeaseLost(step);
        }
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
