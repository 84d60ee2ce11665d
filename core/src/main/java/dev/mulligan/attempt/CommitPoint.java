package dev.mulligan.attempt;

/** Marks that the caller has seen output or a side effect has happened. From there on a failure is final. */
public final class CommitPoint {

    private volatile boolean reached;

    public CommitPoint() {}

    public void reach() {
        reached = true;
    }

    public boolean isReached() {
        return reached;
    }
}
