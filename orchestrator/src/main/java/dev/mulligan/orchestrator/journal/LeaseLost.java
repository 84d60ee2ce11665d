package dev.mulligan.orchestrator.journal;

/** Somebody else has taken the step over; what this worker did of it does not count. */
public final class LeaseLost extends RuntimeException {
    private static final long serialVersionUID = 1;

    public LeaseLost(String step) {
        super("step " + step + " was taken over by another worker");
    }
}
