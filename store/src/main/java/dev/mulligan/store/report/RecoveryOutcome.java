package dev.mulligan.store.report;

import dev.mulligan.failure.FailureType;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import java.util.Locale;
import java.util.Optional;

/** How a request or operation ended that failed at least once. */
public enum RecoveryOutcome {
    /** A later attempt worked. */
    RECOVERED,
    /** No attempt worked, although another one might have. */
    LOST,
    /** The failure was final: the same request would have failed for ever. Nothing could be recovered. */
    REFUSED;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    public String wireName() {
        return wireName;
    }

    /** Of something that ended with this failure. */
    public static RecoveryOutcome ofFailure(FailureType last) {
        return switch (last.origin()) {
            case SIZE, REQUEST, CALLER -> REFUSED;
            case ACCESS -> last == FailureType.QUOTA_EXHAUSTED ? LOST : REFUSED;
            case UPSTREAM, LIMIT, WORK, MACHINE, UNKNOWN -> LOST;
        };
    }

    /** Of a request that failed. What was stopped by a limit that somebody set here would be stopped again. */
    public static RecoveryOutcome ofFailed(ProviderRequestFinished request) {
        return request.stoppedBy().isPresent()
                ? REFUSED
                : ofFailure(request.failureType().orElse(FailureType.UNKNOWN));
    }

    public static Optional<RecoveryOutcome> ofWireName(String name) {
        for (RecoveryOutcome outcome : values()) {
            if (outcome.wireName.equals(name)) {
                return Optional.of(outcome);
            }
        }
        return Optional.empty();
    }
}
