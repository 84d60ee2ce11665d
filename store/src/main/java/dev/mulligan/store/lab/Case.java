package dev.mulligan.store.lab;

import dev.mulligan.failure.Failure;
import java.util.List;

/**
 * An operation that failed at least once, as it really went.
 *
 * @param failures in order; never empty
 * @param recovered whether the attempt after the last failure worked; otherwise nobody tried again
 * @param waitedMs all waits together
 */
public record Case(List<Failure> failures, boolean recovered, long waitedMs) {
    public Case {
        failures = List.copyOf(failures);
        if (failures.isEmpty()) {
            throw new IllegalArgumentException("a case has at least one failure");
        }
    }

    public int attempts() {
        return failures.size() + (recovered ? 1 : 0);
    }
}
