package dev.mulligan.failure;

/** Where the cause of a failure lies. Code that treats types alike asks for this, so that a new type needs no change there. */
public enum FailureOrigin {
    /** The far side, or the way to it, is not well. It passes. */
    UPSTREAM,
    /** This caller sends too much in a short time. It passes. */
    LIMIT,
    /** The far side does not serve this caller or this model. */
    ACCESS,
    /** The request is too big. */
    SIZE,
    /** The request, or what the model made of it, is refused for what it says. */
    REQUEST,
    /** A tool on this machine did its work and reported that the work fails. */
    WORK,
    /** This machine ran out of something. */
    MACHINE,
    /** Somebody asked to stop. */
    CALLER,
    /** Nothing is known. */
    UNKNOWN
}
