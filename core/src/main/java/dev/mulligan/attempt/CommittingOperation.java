package dev.mulligan.attempt;

/** An operation whose effect becomes visible before it ends: it says so, and is then never repeated silently. */
@FunctionalInterface
public interface CommittingOperation<T> {
    T call(Attempt attempt, CommitPoint commitPoint) throws Exception;
}
