package dev.mulligan.escalate;

/** There is no stronger model to go to. */
public final class TopOfLadderException extends RuntimeException {
    /** Says which model is the strongest. */
    public TopOfLadderException(String message) {
        super(message);
    }
}
