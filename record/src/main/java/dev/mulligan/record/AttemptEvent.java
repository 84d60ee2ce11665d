package dev.mulligan.record;

import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Failure;
import java.util.Optional;

/** One execution of an operation and what it said while it ran. */
public sealed interface AttemptEvent extends ProgramEvent {

    String operationId();

    record AttemptStarted(
            String operationId,
            String stage,
            int attempt,
            int maxAttempts,
            Optional<String> model,
            Remedy remedy,
            Optional<String> strategy)
            implements AttemptEvent {}

    /** {@code strategy}: what was tried differently; its success is what later advice is built on */
    record AttemptFinished(
            String operationId,
            String stage,
            int attempt,
            boolean success,
            long durationMs,
            Optional<String> model,
            Optional<String> strategy,
            Optional<Failure> failure,
            String project,
            Optional<String> session,
            Optional<String> promptPattern,
            Usage usage,
            long costMicros)
            implements AttemptEvent {

        public static AttemptFinishedBuilder of(String operationId, String stage, int attempt) {
            return new AttemptFinishedBuilder(operationId, stage, attempt);
        }
    }

    /** A piece of output while the agent runs. {@code stream}: {@code stdout} or {@code stderr} */
    record AgentChunk(String operationId, String stream, String text) implements AttemptEvent {}
}
