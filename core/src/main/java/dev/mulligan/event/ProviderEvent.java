package dev.mulligan.event;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.FailureType;
import java.util.Optional;

/** One request of a client to a provider, with all tries it took. */
public sealed interface ProviderEvent extends Event {

    String requestId();

    record ProviderRequestStarted(
            String requestId, String provider, String model, String project, Optional<String> session, boolean stream)
            implements ProviderEvent {}

    /**
     * The end of a request, whichever it was.
     *
     * @param durationMs all tries and waits together
     * @param retries tries after the first; 0 means the first one worked or was final
     * @param failureType the cause of the last failed try, also when a later one worked
     * @param errorType the nearest of the eight public names
     * @param status of the answer the client got
     * @param costMicros everything spent, {@code wastedMicros} the part spent on tries that failed
     * @param recoveryMs from the first failed try to the one that worked
     * @param clientRetries how often the client itself had sent this before
     */
    record ProviderRequestFinished(
            String requestId,
            String provider,
            String model,
            long durationMs,
            boolean success,
            int retries,
            Optional<String> error,
            Optional<String> errorType,
            Optional<FailureType> failureType,
            String project,
            Optional<String> session,
            Optional<String> stage,
            Optional<String> promptPattern,
            int status,
            Usage usage,
            long costMicros,
            long wastedMicros,
            Optional<Long> recoveryMs,
            int clientRetries)
            implements ProviderEvent {}
}
