package dev.mulligan.test;

import dev.mulligan.Attempt;
import dev.mulligan.FailureException;
import dev.mulligan.Operation;
import dev.mulligan.failure.Failure;
import java.util.ArrayList;
import java.util.List;

/** An operation that fails as written and then succeeds; it remembers the attempts it saw. */
public final class Script<T> implements Operation<T> {

    private final List<Failure> failures;
    private final T result;
    private final List<Attempt> attempts = new ArrayList<>();

    private Script(List<Failure> failures, T result) {
        this.failures = List.copyOf(failures);
        this.result = result;
    }

    public static <T> Script<T> failing(List<Failure> failures, T thenResult) {
        return new Script<>(failures, thenResult);
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

    public synchronized List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    public synchronized int calls() {
        return attempts.size();
    }
}
