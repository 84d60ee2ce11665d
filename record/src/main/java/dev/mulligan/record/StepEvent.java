package dev.mulligan.record;

import dev.mulligan.failure.Failure;
import java.util.Optional;

/** One item of a plan. {@code stage} is the step's type, by which policies and history are kept. */
public sealed interface StepEvent extends ProgramEvent {

    String stepId();

    record StepStarted(String stepId, String stage, String level) implements StepEvent {}

    record StepFinished(
            String stepId,
            String stage,
            boolean success,
            String outcome,
            int attempts,
            long durationMs,
            long costMicros,
            boolean judgeUsed,
            Optional<Failure> failure)
            implements StepEvent {

        public static StepFinishedBuilder of(String stepId, String stage) {
            return new StepFinishedBuilder(stepId, stage);
        }
    }

    record IterationStarted(String stepId, int iteration) implements StepEvent {}

    /** A repair was made for the failure named by {@code signature}. Iterations count from 1. */
    record RepairAttempted(String stepId, int iteration, String signature, boolean freshContext) implements StepEvent {}
}
