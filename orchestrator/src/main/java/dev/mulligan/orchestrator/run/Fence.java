package dev.mulligan.orchestrator.run;

/**
 * Asked right before files of the user change. The database refuses what a worker that lost its step writes; files
 * refuse nothing, so one that was frozen must look again before it touches them.
 */
final class Fence {

    private final RunLog log;

    Fence(RunLog log) {
        this.log = log;
    }

    /** Like {@link #check}, once all that led here is on record. */
    void checkRecorded(Claim claim) throws InterruptedException {
        claim.recording().await();
        check(claim);
    }

    void check(Claim claim) {
        String step = claim.scope().step().id();
        boolean ours = log.flows().steps(claim.scope().runId()).stream()
                .anyMatch(row -> row.stepId().equals(step) && row.token().equals(claim.token()));
        if (!ours) {
            throw new LeaseLost(step);
        }
    }
}
