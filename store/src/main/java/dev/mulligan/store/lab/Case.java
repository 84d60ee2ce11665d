package dev.mulligan.store.lab;

import dev.mulligan.failure.Failure;
import java.util.List;

/**
 * An operation that failed at least once, as it really went.
 *
 * @param failures in order; never empty
 * @param recovered whether the attempt after the last failure worked; otherwise nobody tried again
 * @param waitedMs all waits together
 * @param costMicros what all attempts together cost; 0 where nobody counted
 */
public record Case(List<Failure> failures, boolean recovered, long waitedMs, long costMicros) {
    public Case {
        failures = List.copyOf(failures);
        if (failures.isEmpty()) {
            throw new IllegalArgumentException("a case has at least one failure");
        }
    }

    public Case(List<Failure> failures, boolean recovered, long waitedMs) {
        this(failures, recovered, waitedMs, 0);
    }

    public int attempts() {
        return failures.size() + (recovered ? 1 : 0);
    }
}
