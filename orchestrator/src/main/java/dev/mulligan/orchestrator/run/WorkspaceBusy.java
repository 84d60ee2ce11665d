package dev.mulligan.orchestrator.run;

/** Another run works in the workspace itself: the step waits for its turn. Control flow, so without a stack trace. */
final class WorkspaceBusy extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WorkspaceBusy(String message) {
        super(message, null, false, false);
    }
}
