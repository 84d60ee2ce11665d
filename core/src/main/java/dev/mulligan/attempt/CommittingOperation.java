package dev.mulligan.attempt;

/** An operation whose effect becomes visible before it ends: it says so, and is then never repeated silently. */
@FunctionalInterface
public interface CommittingOperation<T> {
    /** Makes one attempt. What it throws is a failure of the attempt; after the commit point it is the end. */
    T call(Attempt attempt, CommitPoint commitPoint) throws Exception;
}
