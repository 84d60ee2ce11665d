package dev.mulligan.cli;

/** A mistake a person can mend: what happened, and what to do about it. Ends the command with exit code 2. */
final class UserError extends RuntimeException {

    private final String advice;

    UserError(String what, String advice) {
        super(what);
        this.advice = advice;
    }

    String advice() {
        return advice;
    }
}
