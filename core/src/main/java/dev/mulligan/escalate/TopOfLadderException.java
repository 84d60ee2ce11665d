package dev.mulligan.escalate;

/** There is no stronger model to go to. */
public final class TopOfLadderException extends RuntimeException {
    public TopOfLadderException(String message) {
        super(message);
    }
}
