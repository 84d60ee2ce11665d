package dev.mulligan.orchestrator.engine;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import dev.mulligan.event.Event;
import dev.mulligan.orchestrator.attempt.StepWork;
import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.journal.JournalEntry;
import dev.mulligan.orchestrator.journal.JournalEntry.Happened;
import dev.mulligan.orchestrator.journal.JournalText;
import dev.mulligan.orchestrator.journal.LeaseLost;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.run.RunScopes;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.orchestrator.workcopy.RunWorkspace;
import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.orchestrator.workcopy.WorkspaceSource;
import dev.mulligan.record.RunEvent.RunStopped;
import dev.mulligan.record.WorkspaceEvent.RollbackPerformed;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.workspace.snapshot.UnreadableName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows when a step could not be carried out at all: its files, its store or the program itself failed.
 */
final class StepFailures {

    private static final Logger log = LoggerFactory.getLogger(StepFailures.class);
    private static final int MOST_INTERNAL_FAILURES = 3;

    private final Agenda agenda;
    private final RunScopes scopes;
    private final RunProgress progress;
    private final RunLog runLog;
    private final StepWork work;
    private final WorkspaceSource workspaces;
    private final Map<String, String> reasons = new ConcurrentHashMap<>();

    StepFailures(
            Agenda agenda,
            RunScopes scopes,
            RunProgress progress,
            RunLog runLog,
            StepWork work,
            WorkspaceSource workspaces) {
        this.agenda = agenda;
        this.scopes = scopes;
        this.progress = progress;
        this.runLog = runLog;
        this.work = work;
        this.workspaces = workspaces;
    }

    /** Something of ours broke. Tried again a few times, then the step fails with the reason rather than for ever. */
    CompletionHandler<Void> after(
            String runId, String stepId, Optional<Claim> claim, ExecutionContext context, Exception e) {
        int failures = context.getExecution().consecutiveFailures + 1;
        if (e instanceof IOException || e instanceof StoreException || e instanceof LeaseLost) {
            // To be expected on a bad day; if it lasts, the step's end says it.
            log.info("step {} of {} could not be carried out ({}): {}", stepId, runId, failures, e.getMessage());
        } else {
            log.warn("step {} of {} could not be carried out ({}): {}", stepId, runId, failures, e.toString());
        }
        log.debug("in full", e);
        if (e instanceof LeaseLost) {
            return (_, _) -> {};
        }
        // A store that cannot be reached says nothing about the step; a file's name stays as it is.
        boolean mayPass = failures < MOST_INTERNAL_FAILURES && !(e instanceof UnreadableName);
        if (mayPass || e instanceof StoreException) {
            reasons.put(runId + "/" + stepId, String.valueOf(e.getMessage()));
            throw e instanceof RuntimeException runtime ? runtime : new UncheckedIOException((IOException) e);
        }
        List<Event> back = new ArrayList<>();
        String left = putBack(runId, stepId, back);
        return (_, operations) -> runLog.write(runId, "recording a step", writing -> {
            claim.ifPresent(held -> work.fence().hold(writing, held));
            operations.remove();
            writing.append(runId, back);
            giveUp(writing, runId, stepId, e, left);
            return true;
        });
    }

    /** Why this program's last try at a step broke off; empty where another program's did, or nothing did. */
    Optional<String> lastReason(String runId, String stepId) {
        return Optional.ofNullable(reasons.remove(runId + "/" + stepId));
    }

    /** What an agent had begun in the workspace itself does not stay without a word. Says what could not be put back. */
    private String putBack(String runId, String stepId, List<Event> events) {
        try {
            FlowStepRow row = runLog.flows().steps(runId).stream()
                    .filter(step -> step.stepId().equals(stepId))
                    .findFirst()
                    .orElseThrow();
            RunWorkspace workspace =
                    workspaces.whole(scopes.of(runLog.flows().find(runId).orElseThrow()));
            if (row.tree().isEmpty() || !workspace.inPlace() || !workspaces.mayWork(workspace, runId, agenda.now())) {
                return "";
            }
            return putBack(workspace.homeNow(), row.tree(), events);
        } catch (IOException | RuntimeException unreachable) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static String putBack(WorkFolder workspace, String tree, List<Event> events) {
        try {
            WorkFolder.Brought back = workspace.bring(tree, workspace.snapshot());
            back.undo()
                    .ifPresent(undo ->
                            events.add(new RollbackPerformed(back.tree(), "the step failed", back.takenBack(), undo)));
            return "";
        } catch (IOException | RuntimeException again) {
            return ". What its agent had changed may still be there; `mulligan checkpoint list` names the files as they"
                    + " were";
        }
    }

    /** What made it fail may keep it from being taken again, so it ends here and now. */
    private void giveUp(RunLog.Writing writing, String runId, String stepId, Exception e, String left) {
        StepScope scope;
        try {
            scope = scopes.of(writing.rows().flow(runId).orElseThrow()).step(stepId);
        } catch (RuntimeException unreadable) {
            writing.rows().status(runId, RunStatus.STOPPED);
            writing.append(
                    runId,
                    List.of(new RunStopped(
                            "unreadable", "its plan or the configuration cannot be used: " + unreadable.getMessage())));
            return;
        }
        // What the system says of a file names the file, not the folder it is in.
        String where = e instanceof IOException ? " in " + scope.plan().place() : "";
        String why = "it could not be carried out" + where + ": " + e.getMessage() + left;
        Happened failed = new Happened(new StepInput.AgentGaveUp(why), why, "");
        writing.journal(runId, stepId, failed);
        List<JournalEntry> journal = new ArrayList<>(runLog.flows().journal(runId, stepId).stream()
                .map(JournalText::read)
                .toList());
        journal.add(failed);
        FlowStepRow row = writing.rows().steps(runId).stream()
                .filter(step -> step.stepId().equals(stepId))
                .findFirst()
                .orElseThrow();
        progress.stepGivenUp(
                writing,
                scope,
                row,
                Position.of(
                        scope.machine(),
                        scope.step().level().orElse(scope.plan().level()),
                        journal));
    }
}
