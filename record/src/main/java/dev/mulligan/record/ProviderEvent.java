package dev.mulligan.record;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.FailureType;
import java.util.Optional;

/** One request of a client to a provider, with all tries it took. */
public sealed interface ProviderEvent extends ProgramEvent {

    String requestId();

    /** {@code run}, {@code step} and {@code attempt} tell whose request it is, when an agent of a run made it. */
    record ProviderRequestStarted(
            String requestId,
            String provider,
            String model,
            String project,
            Optional<String> session,
            boolean stream,
            Optional<String> run,
            Optional<String> step,
            Optional<Long> attempt)
            implements ProviderEvent {

        public ProviderRequestStarted(
                String requestId,
                String provider,
                String model,
                String project,
                Optional<String> session,
                boolean stream) {
            this(
                    requestId,
                    provider,
                    model,
                    project,
                    session,
                    stream,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        /** The same request, made by the agent of this attempt. */
        public ProviderRequestStarted madeBy(String itsRun, String itsStep, long itsAttempt) {
            return new ProviderRequestStarted(
                    requestId,
                    provider,
                    model,
                    project,
                    session,
                    stream,
                    Optional.of(itsRun),
                    Optional.of(itsStep),
                    Optional.of(itsAttempt));
        }
    }

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
     * @param requestedModel what the client asked for, where another model or name was called
     * @param upstream which address answered, or was asked last
     * @param firstByteMs from the arrival of the request to the first content its client saw
     * @param run whose agent made it, with its step and attempt; empty for clients of their own
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
            int clientRetries,
            boolean stream,
            Optional<String> requestedModel,
            Optional<String> upstream,
            Optional<Long> firstByteMs,
            Optional<String> run,
            Optional<String> step,
            Optional<Long> attempt,
            Optional<String> stoppedBy)
            implements ProviderEvent {

        /** {@code model}: the one that was called last. */
        public static ProviderRequestFinishedBuilder of(String requestId, String provider, String model) {
            return new ProviderRequestFinishedBuilder(requestId, provider, model);
        }
    }
}
