package dev.mulligan.cli.support;

/** A mistake a person can mend: what happened, and what to do about it. Ends the command with exit code 2. */
public final class UserError extends RuntimeException {

    private final String advice;

    public UserError(String what, String advice) {
        super(what);
        this.advice = advice;
    }

    public String advice() {
        return advice;
    }
}
