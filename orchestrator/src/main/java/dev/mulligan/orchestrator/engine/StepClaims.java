package dev.mulligan.orchestrator.engine;

import dev.mulligan.event.Event;
import dev.mulligan.orchestrator.advice.QuestionAnswers;
import dev.mulligan.orchestrator.attempt.StepWork;
import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.claim.HandEdits;
import dev.mulligan.orchestrator.claim.LeaseWatch;
import dev.mulligan.orchestrator.journal.JournalEntry;
import dev.mulligan.orchestrator.journal.JournalText;
import dev.mulligan.orchestrator.journal.LeaseLost;
import dev.mulligan.orchestrator.journal.PendingWrite;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.run.Machine;
import dev.mulligan.orchestrator.run.RunScope;
import dev.mulligan.orchestrator.run.RunScopes;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepCommand;
import dev.mulligan.orchestrator.workcopy.RunWorkspace;
import dev.mulligan.orchestrator.workcopy.WorkspaceBusy;
import dev.mulligan.orchestrator.workcopy.WorkspaceSource;
import dev.mulligan.record.RunEvent.RunResumed;
import dev.mulligan.record.StepEvent.StepStarted;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.run.StepStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a step for this worker: where it stands, which files it works on, and what its next attempt is announced as.
 */
final class StepClaims {

    private static final Logger log = LoggerFactory.getLogger(StepClaims.class);

    private final Agenda agenda;
    private final RunScopes scopes;
    private final Machine machine;
    private final RunLog runLog;
    private final StepWork work;
    private final QuestionAnswers answering;
    private final WorkspaceSource workspaces;

    StepClaims(
            Agenda agenda,
            RunScopes scopes,
            Machine machine,
            RunLog runLog,
            StepWork work,
            WorkspaceSource workspaces) {
        this.agenda = agenda;
        this.scopes = scopes;
        this.machine = machine;
        this.runLog = runLog;
        this.work = work;
        this.answering = new QuestionAnswers(runLog);
        this.workspaces = workspaces;
    }

    /**
     * Nothing where there is nothing to do any more.
     *
     * @param brokeOff why this program's last try at the step did
     */
    Optional<Claim> claim(String runId, String stepId, LeaseWatch.Guarded guard, Optional<String> brokeOff)
            throws IOException, InterruptedException {
        Optional<FlowRow> flow = runLog.flows().find(runId);
        if (flow.isEmpty()
                || !List.of(RunStatus.RUNNING, RunStatus.HELD)
                        .contains(flow.get().status())) {
            return Optional.empty();
        }
        RunScope run = scopes.of(flow.get());
        FlowStepRow row = runLog.flows().steps(runId).stream()
                .filter(step -> step.stepId().equals(stepId))
                .findFirst()
                .orElseThrow();
        if (List.of(StepStatus.PASSED, StepStatus.FAILED, StepStatus.SKIPPED).contains(row.status())) {
            return Optional.empty();
        }
        List<JournalEntry> journal = runLog.flows().journal(runId, stepId).stream()
                .map(JournalText::read)
                .toList();
        StepScope scope = run.step(stepId);
        RunWorkspace workspace = workspaces.of(run, stepId, journal, row.tree());
        if (!workspaces.mayWork(workspace, runId, agenda.now()) || (workspace.inPlace() && !guard.isAlone())) {
            throw new WorkspaceBusy(run.plan().workspace() + " is in use");
        }
        String base = row.tree().isEmpty() ? workspace.home().snapshot() : row.tree();
        Position position = Position.of(
                scope.machine(), scope.step().level().orElse(run.plan().level()), journal);
        Claim claim = new Claim(
                scope,
                machine.names().get(),
                base,
                workspace.resumable(row.conversation()),
                workspace,
                new Claim.Progress(journal, position, row.status() == StepStatus.RUNNING),
                PendingWrite.NONE,
                Optional.empty());
        if (claim.position().question().isPresent()) {
            // Nobody answered in time: this execution is the question's timer.
            answering.byTime(
                    scope, claim.position(), claim.position().question().get());
            return claim(runId, stepId, guard, brokeOff);
        }
        return Optional.of(taken(HandEdits.adopt(claim, row), row, brokeOff));
    }

    private Claim taken(HandEdits edited, FlowStepRow row, Optional<String> brokeOff) {
        // Asked before the attempt is announced: what may not be paid for does not start.
        Claim claim = edited.claim().over(work.overBudget(edited.claim()));
        StepScope scope = claim.scope();
        String stepId = scope.step().id();
        List<Event> events = new ArrayList<>(edited.events());
        List<Event> announced = new ArrayList<>();
        if (row.tree().isEmpty() && claim.journal().isEmpty()) {
            events.add(new StepStarted(
                    stepId,
                    scope.step().action(),
                    claim.position().state().level().wireName()));
        }
        if (claim.over().isPresent()) {
            announced.clear();
        } else if (claim.position().command() instanceof StepCommand.Check
                || claim.position().command() instanceof StepCommand.Code
                || claim.position().command() instanceof StepCommand.Repair) {
            announced.addAll(work.runner(scope).announce(claim.position()));
        }
        runLog.write(scope.runId(), "taking a step", writing -> {
            // Between reading the row and now we may have been frozen for long, and others may have taken the step.
            if (!writing.rows().holds(scope.runId(), stepId, row.token())) {
                throw new LeaseLost(stepId);
            }
            writing.append(scope.runId(), events);
            boolean again = announced.stream().anyMatch(event -> writing.isAnnounced(scope.runId(), event));
            writing.append(scope.runId(), again ? List.of(new RunResumed(startsOver(stepId, brokeOff))) : announced);
            edited.entry().ifPresent(entry -> writing.journal(scope.runId(), stepId, entry));
            writing.rows()
                    .step(
                            scope.runId(),
                            new FlowStepRow(
                                    stepId, StepStatus.RUNNING, claim.token(), claim.base(), row.conversation()));
            return true;
        });
        if (row.status() == StepStatus.RUNNING) {
            int ended = machine.leftovers().end(scope.runId(), stepId);
            if (ended > 0) {
                log.info(
                        "step {} of {} was left by another worker; {} of its processes ended",
                        stepId,
                        scope.runId(),
                        ended);
            }
        }
        return claim;
    }

    private static String startsOver(String stepId, Optional<String> brokeOff) {
        return brokeOff.map(reason ->
                        "this worker: the attempt of step " + stepId + " broke off (" + reason + ") and starts over")
                .orElse("the next worker: the attempt of step " + stepId + " was cut off and starts over");
    }
}
