package dev.mulligan.attempt;

/** Something that can fail. It is told which attempt this is, why the last one failed and what should differ. */
@FunctionalInterface
public interface Operation<T> {
    /** Makes one attempt and returns its result, null included. What it throws is a failure of the attempt. */
    T call(Attempt attempt) throws Exception;
}
