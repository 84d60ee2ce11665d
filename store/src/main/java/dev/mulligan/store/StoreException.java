package dev.mulligan.store;

/** The store cannot do what was asked: what happened, why, and what to do. */
public final class StoreException extends RuntimeException {

    private final String advice;

    public StoreException(String what, String advice, Throwable cause) {
        super(what, cause);
        this.advice = advice;
    }

    public String advice() {
        return advice;
    }
}
