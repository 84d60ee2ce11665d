package dev.mulligan.orchestrator.engine;

import dev.mulligan.failure.Failure;
import dev.mulligan.orchestrator.advice.Cascades;
import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.prompt.RunLessons;
import dev.mulligan.orchestrator.run.NextSteps;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StopReason;
import dev.mulligan.record.AdaptEvent.CascadeDetected;
import dev.mulligan.record.PatchEvent.PatchProposed;
import dev.mulligan.record.RunEvent.RunPaused;
import dev.mulligan.record.RunEvent.RunStopped;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.run.StepStatus;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What a run does next, decided in the transaction that makes it possible. */
final class RunProgress {

    private final Agenda agenda;
    private final EventStore store;
    private final RunLog log;
    private final Cascades cascades;
    private final Supplier<String> names;

    /** @param names a new one each time */
    RunProgress(Agenda agenda, EventStore store, RunLog log, Cascades cascades, Supplier<String> names) {
        this.agenda = agenda;
        this.store = store;
        this.log = log;
        this.cascades = cascades;
        this.names = names;
    }

    /** Schedules what can start now, or the end when nothing can. */
    void goOn(RunLog.Writing writing, String runId, Plan plan) {
        List<FlowStepRow> rows = writing.rows().steps(runId);
        NextSteps.Next next = NextSteps.next(plan, rows);
        if (!next.ready().isEmpty() && isHeld(writing, runId, plan)) {
            return;
        }
        for (String id : next.ready()) {
            writing.rows().step(runId, new FlowStepRow(id, StepStatus.SCHEDULED, newToken(), "", ""));
            agenda.schedule(runId, id, agenda.now());
        }
        if (next.over()) {
            writing.rows().status(runId, RunStatus.ENDING);
            agenda.scheduleEnd(runId);
        }
    }

    /**
     * A token that no worker has. Whenever a step is given to anybody, given up or started over, it gets one: a worker
     * that was frozen before it could take the step then finds out that it comes too late.
     */
    String newToken() {
        return names.get();
    }

    static boolean hasStatus(RunLog.Writing writing, String runId, RunStatus status) {
        return writing.rows()
                .flow(runId)
                .filter(flow -> flow.status() == status)
                .isPresent();
    }

    private boolean isHeld(RunLog.Writing writing, String runId, Plan plan) {
        if (hasStatus(writing, runId, RunStatus.HELD)) {
            return true;
        }
        Optional<CascadeDetected> cascade = cascades.open(writing.rows(), plan);
        cascade.ifPresent(
                found -> Cascades.hold(writing, runId, found, agenda.now().toEpochMilli()));
        return cascade.isPresent();
    }

    /** An agent that did not work says nothing about the failure it was to mend. */
    private static boolean teachesNothing(StepSummary end) {
        return List.of(StopReason.AGENT_FAILED, StopReason.AGENT_MISSING).stream()
                .anyMatch(reason -> reason.wireName().equals(end.event().outcome()));
    }

    void stepEnded(RunLog.Writing writing, Claim claim, Position position) {
        String runId = claim.scope().runId();
        String stepId = claim.scope().step().id();
        StepSummary end = StepSummary.of(
                writing.rows(), claim.scope(), position, log.clock().instant());
        if (!teachesNothing(end)) {
            writing.append(
                    runId,
                    new RunLessons(store)
                                    .from(
                                            claim,
                                            position,
                                            end.event().success(),
                                            end.event().attempts(),
                                            writing.rows()
                                                    .lastChange(runId, stepId)
                                                    .flatMap(PatchProposed::diagnosis),
                                            log.clock().instant())
                                    .stream()
                                    .toList());
        }
        ended(writing, claim.scope(), claim.token(), claim.base(), end);
    }

    /** A step that cannot even be taken any more. */
    void stepGivenUp(RunLog.Writing writing, StepScope scope, FlowStepRow row, Position position) {
        ended(
                writing,
                scope,
                newToken(),
                row.tree(),
                StepSummary.of(writing.rows(), scope, position, log.clock().instant()));
    }

    private void ended(RunLog.Writing writing, StepScope scope, String token, String base, StepSummary end) {
        String runId = scope.runId();
        String stepId = scope.step().id();
        writing.append(
                runId,
                OpenWork.ended(
                        writing.rows(),
                        runId,
                        stepId + "/",
                        scope.plan().project(),
                        end.event().failure().map(Failure::message).orElse("the step ended before it"),
                        log.clock().instant()));
        writing.append(runId, List.of(end.event()));
        writing.rows().step(runId, new FlowStepRow(stepId, end.status(), token, base, ""));
        if (hasStatus(writing, runId, RunStatus.STOPPED)) {
            // Stopped from another program while this one was at it: the step counts, the run stays stopped.
            return;
        }
        if (end.isAborted()) {
            writing.rows().status(runId, RunStatus.STOPPED);
            String why = end.event().failure().map(Failure::message).orElse("");
            writing.append(runId, List.of(new RunStopped("aborted", "step " + stepId + " was " + why)));
            return;
        }
        boolean over = end.event().success() || end.isSkipped();
        boolean held = hasStatus(writing, runId, RunStatus.HELD);
        if (over && !held && scope.order().pauseAfter().contains(stepId)) {
            writing.append(runId, List.of(new RunPaused("after step " + stepId, Optional.empty())));
            writing.rows().status(runId, RunStatus.PAUSED);
        } else {
            goOn(writing, runId, scope.plan());
        }
        if (!over && !hasStatus(writing, runId, RunStatus.HELD)) {
            cascades.open(writing.rows(), scope.plan()).ifPresent(found -> writing.append(runId, List.of(found)));
        }
    }
}
