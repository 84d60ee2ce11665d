package dev.mulligan.orchestrator.engine;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import dev.mulligan.event.Event;
import dev.mulligan.orchestrator.attempt.VerificationResult;
import dev.mulligan.orchestrator.attempt.Verifier;
import dev.mulligan.orchestrator.claim.LeaseWatch;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.VerifySpec;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunScope;
import dev.mulligan.orchestrator.run.RunScopes;
import dev.mulligan.orchestrator.workcopy.RunWorkspace;
import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.orchestrator.workcopy.WorkspaceSource;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.WorkspaceEvent.CheckpointCreated;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.run.StepStatus;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of a run: a last look at the whole, then a true verdict. */
final class EndTask {

    private static final Logger log = LoggerFactory.getLogger(EndTask.class);
    private static final String WHOLE = "whole";
    private static final int MOST_TRIES_TO_PUBLISH = 5;

    private final Agenda agenda;
    private final RunScopes scopes;
    private final Commits commits;
    private final EngineSetup setup;
    private final RunLog runLog;
    private final LeaseWatch watch;
    private final WorkspaceSource workspaces;

    EndTask(
            Agenda agenda,
            RunScopes scopes,
            Commits commits,
            EngineSetup setup,
            RunLog runLog,
            LeaseWatch watch,
            WorkspaceSource workspaces) {
        this.agenda = agenda;
        this.scopes = scopes;
        this.commits = commits;
        this.setup = setup;
        this.runLog = runLog;
        this.watch = watch;
        this.workspaces = workspaces;
    }

    CompletionHandler<Void> execute(TaskInstance<Void> instance, ExecutionContext context) {
        String runId = instance.getId();
        Optional<FlowRow> flow = runLog.flows().find(runId);
        if (flow.isEmpty() || flow.get().status() != RunStatus.ENDING) {
            return (_, operations) -> operations.remove();
        }
        RunScope run = scopes.of(flow.get());
        List<FlowStepRow> rows = runLog.flows().steps(runId);
        int passed = count(rows, StepStatus.PASSED);
        // Steps that somebody left failed; those that were to be left out from the start count as done.
        int left = (int) rows.stream()
                .filter(row -> row.status() == StepStatus.SKIPPED)
                .filter(row -> !run.order().skip().contains(row.stepId()))
                .count();
        int failed = rows.size() - passed - count(rows, StepStatus.SKIPPED) + left;
        List<Event> events = new ArrayList<>();
        Optional<String> published = Optional.empty();
        boolean success = failed == 0;
        String outcome = success ? "passed" : failed == left ? "partial" : "failed";
        try (LeaseWatch.Guarded guard = watch.guard(runId, context)) {
            if (success && isWorthALook(run.plan(), passed)) {
                RunWorkspace workspace = workspaces.whole(run);
                if (!workspaces.mayWork(workspace, runId, agenda.now()) || (workspace.inPlace() && !guard.isAlone())) {
                    // The program that worked in place has it still, and ends the run.
                    return (done, operations) ->
                            operations.reschedule(done, agenda.now().plus(StepTask.BUSY));
                }
                VerificationResult checked = look(run, workspace);
                events.add(checked.event(WHOLE, 1));
                success = checked.passed();
                outcome = success
                        ? "passed"
                        : "final_verification_" + checked.result().wireName();
            }
            if (success && run.plan().origin().isPresent()) {
                Result result = publish(run, context);
                result.event().ifPresent(events::add);
                published = result.branch();
                success = published.isPresent();
                outcome = success ? outcome : "result_not_published";
            }
        } catch (InterruptedException e) {
            return (done, operations) -> operations.reschedule(done, agenda.now());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long cost = runLog.flows().spent(runId).costMicros();
        long millis = Duration.between(flow.get().createdAt(), runLog.clock().instant())
                .toMillis();
        events.add(new RunFinished(success, outcome, passed, failed, cost, millis));
        boolean good = success;
        JsonObject summary = Json.object(
                "runId", runId,
                "name", run.plan().name(),
                "project", run.plan().project(),
                "success", success,
                "outcome", outcome,
                "branch", published.orElse(""),
                "stepsPassed", passed,
                "stepsFailed", failed,
                "costMicros", cost,
                "durationMs", millis,
                "steps",
                        rows.stream()
                                .map(row -> Json.object(
                                        "id",
                                        row.stepId(),
                                        "status",
                                        row.status().toString()))
                                .toList());
        workspaces.leave(runId);
        return (_, operations) -> {
            if (setup.home().isPresent()) {
                keep(run, summary);
            }
            commits.run(() -> runLog.write(runId, "ending a run", writing -> {
                writing.append(runId, events);
                writing.rows().status(runId, good ? RunStatus.PASSED : RunStatus.FAILED);
                operations.remove();
                return true;
            }));
        };
    }

    private VerificationResult look(RunScope run, RunWorkspace workspace) throws IOException, InterruptedException {
        if (workspace.inPlace()) {
            return look(run, run.plan().workspace());
        }
        WorkFolder copy = workspace.copy(
                workspace.lasting() ? run.runId() : run.runId() + "-" + WHOLE,
                workspace.home().snapshot());
        return look(run, copy.folder());
    }

    private VerificationResult look(RunScope run, Path folder) throws IOException, InterruptedException {
        return new Verifier(
                        setup.programs().environment(),
                        run.plan().env(),
                        setup.programs().limits(),
                        name -> {
                            throw new IllegalStateException("no agent looks at the whole: " + name);
                        },
                        setup.config().classifier(),
                        setup.watchers().attempts(),
                        setup.programs().machine().commands())
                .verify(
                        run.plan()
                                .verify()
                                .map(spec -> new VerifySpec(spec.commands(), Optional.empty(), spec.evidence())),
                        folder,
                        "",
                        "");
    }

    /** Where the result is, if it could be brought there. */
    private record Result(Optional<String> branch, Optional<Event> event) {}

    private Result publish(RunScope run, ExecutionContext context) throws IOException, InterruptedException {
        String address = run.plan().place();
        try {
            String branch = workspaces.publish(run);
            return new Result(
                    Optional.of(branch),
                    Optional.of(new CheckpointCreated(
                            branch, Optional.empty(), "result on branch " + branch + " of " + address)));
        } catch (IOException e) {
            if (context.getExecution().consecutiveFailures < MOST_TRIES_TO_PUBLISH) {
                throw e;
            }
            log.warn("the result of {} could not be brought to {}: {}", run.runId(), address, e.getMessage());
            return new Result(Optional.empty(), Optional.empty());
        }
    }

    private static void keep(RunScope run, JsonObject summary) {
        try {
            run.folder().summary(summary);
        } catch (IOException e) {
            log.warn("the summary of {} cannot be written: {}", run.runId(), e.getMessage());
        }
    }

    /** One step's verifier has just seen the same files; more than one may not fit together. */
    private static boolean isWorthALook(Plan plan, int passed) {
        return passed > 1
                && plan.verify().filter(spec -> !spec.commands().isEmpty()).isPresent();
    }

    private static int count(List<FlowStepRow> rows, StepStatus status) {
        return (int) rows.stream().filter(row -> row.status() == status).count();
    }
}
