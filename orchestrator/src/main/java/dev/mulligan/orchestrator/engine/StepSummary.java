package dev.mulligan.orchestrator.engine;

import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepCommand;
import dev.mulligan.orchestrator.step.StopReason;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.store.run.FlowWriter;
import dev.mulligan.store.run.StepStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What is said at the end of a step, added up from its events. */
record StepSummary(StepFinished event) {

    /** How the step's row stands from now on. */
    StepStatus status() {
        return event.success() ? StepStatus.PASSED : isSkipped() ? StepStatus.SKIPPED : StepStatus.FAILED;
    }

    /** Left failed, and what needs it goes on. */
    boolean isSkipped() {
        return event.outcome().equals(StopReason.SKIPPED.wireName());
    }

    /** The whole run was given up with it. */
    boolean isAborted() {
        return event.outcome().equals(StopReason.ABORTED.wireName());
    }

    static StepSummary of(FlowWriter rows, StepScope scope, Position position, Instant now) {
        FlowWriter.Totals totals = rows.totals(scope.runId(), scope.step().id(), now);
        long millis = Math.max(0, Duration.between(totals.startedAt(), now).toMillis());
        boolean success = position.command() instanceof StepCommand.Finish;
        String outcome = position.command() instanceof StepCommand.Stop stop
                ? stop.reason().wireName()
                : "passed";
        Optional<Failure> failure = position.command() instanceof StepCommand.Stop stop
                ? Optional.of(Failure.of(FailureType.TOOL_FAILURE, false, stop.why(), Action.STOP, "run." + outcome)
                        .withSignature(
                                position.state().seen().isEmpty()
                                        ? outcome
                                        : position.state().seen().getLast()))
                : Optional.empty();
        return new StepSummary(StepFinished.of(scope.step().id(), scope.step().action())
                .ended(success, outcome)
                .attempts(Math.max(totals.attempts(), position.attempts()))
                .took(millis)
                .cost(totals.costMicros())
                .judged(totals.judged())
                .failure(failure)
                .build());
    }
}
