package dev.mulligan.attempt;

/** Marks that the caller has seen output or a side effect has happened. From there on a failure is final. */
public final class CommitPoint {

    private volatile boolean reached;

    /** Not reached yet. The executor makes one for each call. */
    public CommitPoint() {}

    /** From now on a failure of this operation is final. May be called from any thread, and more than once. */
    public void reach() {
        reached = true;
    }

    /** Whether {@link #reach()} was called. */
    public boolean isReached() {
        return reached;
    }
}
