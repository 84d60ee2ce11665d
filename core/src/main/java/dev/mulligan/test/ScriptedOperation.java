package dev.mulligan.test;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.attempt.Operation;
import dev.mulligan.failure.Failure;
import java.util.ArrayList;
import java.util.List;

/** An operation that fails as written and then succeeds; it remembers the attempts it saw. */
public final class ScriptedOperation<T> implements Operation<T> {

    private final List<Failure> failures;
    private final T result;
    private final List<Attempt> attempts = new ArrayList<>();

    private ScriptedOperation(List<Failure> failures, T result) {
        this.failures = List.copyOf(failures);
        this.result = result;
    }

    /** Fails in these ways, one after the other, and then returns the result. */
    public static <T> ScriptedOperation<T> failing(List<Failure> failures, T thenResult) {
        return new ScriptedOperation<>(failures, thenResult);
    }

    @Override
    public synchronized T call(Attempt attempt) {
        attempts.add(attempt);
        int index = attempts.size() - 1;
        if (index < failures.size()) {
            throw new FailureException(failures.get(index));
        }
        return result;
    }

    /** The attempts it saw. */
    public synchronized List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    /** How often it was called. */
    public synchronized int calls() {
        return attempts.size();
    }
}
