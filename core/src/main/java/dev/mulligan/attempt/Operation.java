package dev.mulligan.attempt;

/** Something that can fail. It is told which attempt this is, why the last one failed and what should differ. */
@FunctionalInterface
public interface Operation<T> {
    T call(Attempt attempt) throws Exception;
}
