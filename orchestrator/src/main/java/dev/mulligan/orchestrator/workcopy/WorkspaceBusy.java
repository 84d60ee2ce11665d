package dev.mulligan.orchestrator.workcopy;

/** Another run works in the workspace itself: the step waits for its turn. Control flow, so without a stack trace. */
public final class WorkspaceBusy extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WorkspaceBusy(String message) {
        super(message, null, false, false);
    }
}
