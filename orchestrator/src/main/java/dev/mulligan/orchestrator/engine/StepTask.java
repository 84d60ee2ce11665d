package dev.mulligan.orchestrator.engine;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import dev.mulligan.event.Event;
import dev.mulligan.orchestrator.advice.Escalations;
import dev.mulligan.orchestrator.advice.QuestionAnswers;
import dev.mulligan.orchestrator.attempt.StepWork;
import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.claim.LeaseWatch;
import dev.mulligan.orchestrator.journal.CommandResult;
import dev.mulligan.orchestrator.journal.JournalEntry;
import dev.mulligan.orchestrator.journal.LeaseLost;
import dev.mulligan.orchestrator.journal.LiveEvents;
import dev.mulligan.orchestrator.journal.PendingWrite;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.run.Machine;
import dev.mulligan.orchestrator.run.RunScopes;
import dev.mulligan.orchestrator.step.StepCommand;
import dev.mulligan.orchestrator.workcopy.WorkspaceBusy;
import dev.mulligan.orchestrator.workcopy.WorkspaceSource;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.run.StepStatus;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One execution of one step: take it, do the next thing, commit. The commit holds only while the scheduler's lease and
 * the step's token are ours, so a worker that was frozen and given up for dead changes nothing when it wakes.
 */
public final class StepTask {

    private static final Logger log = LoggerFactory.getLogger(StepTask.class);
    static final Duration BUSY = Duration.ofSeconds(1);
    private static final Duration HANDED_BACK = Duration.ofMillis(300);

    private final Agenda agenda;
    private final Commits commits;
    private final RunProgress progress;
    private final Machine machine;
    private final BiPredicate<String, String> isForAnother;
    private final RunLog runLog;
    private final StepWork work;
    private final LeaseWatch watch;
    private final StepClaims claims;
    private final StepFailures failures;
    private final WorkspaceSource workspaces;

    /** @param isForAnother whether a worker that carries the labels a step wishes for should have it */
    StepTask(
            Agenda agenda,
            RunScopes scopes,
            Commits commits,
            RunProgress progress,
            Machine machine,
            BiPredicate<String, String> isForAnother,
            RunLog runLog,
            StepWork work,
            LeaseWatch watch,
            WorkspaceSource workspaces) {
        this.agenda = agenda;
        this.commits = commits;
        this.progress = progress;
        this.machine = machine;
        this.isForAnother = isForAnother;
        this.runLog = runLog;
        this.work = work;
        this.watch = watch;
        this.workspaces = workspaces;
        this.claims = new StepClaims(agenda, scopes, machine, runLog, work, workspaces);
        this.failures = new StepFailures(agenda, scopes, progress, runLog, work, workspaces);
    }

    /** Instance ids are {@code run/step}. */
    CompletionHandler<Void> execute(TaskInstance<Void> instance, ExecutionContext context) {
        String runId = instance.getId().substring(0, instance.getId().indexOf('/'));
        String stepId = instance.getId().substring(runId.length() + 1);
        if (isForAnother.test(runId, stepId)) {
            return (done, operations) ->
                    operations.reschedule(done, agenda.now().plus(HANDED_BACK));
        }
        LeaseWatch.Guarded guard = watch.guard(runId, context);
        Optional<Claim> claim = Optional.empty();
        try (guard) {
            claim = claims.claim(runId, stepId, guard, failures.lastReason(runId, stepId));
            if (claim.isEmpty()) {
                if (runLog.flows()
                        .status(runId)
                        .filter(RunStatus.STOPPED::equals)
                        .isPresent()) {
                    workspaces.leave(runId);
                }
                return (done, operations) -> dropped(runId, stepId, done, operations);
            }
            return run(claim.get());
        } catch (InterruptedException e) {
            return startOver();
        } catch (WorkspaceBusy busy) {
            log.debug("step {} of {} waits: {}", stepId, runId, busy.getMessage());
            return (done, operations) ->
                    operations.reschedule(done, agenda.now().plus(BUSY));
        } catch (IOException | RuntimeException e) {
            return guard.wasEnded() && !(e instanceof LeaseLost)
                    ? startOver()
                    : failures.after(runId, stepId, claim, context, e);
        }
    }

    /**
     * Nothing was to be done when we looked. Somebody may have resumed the run since, and found this very execution in the
     * way of a new one: then it stays.
     */
    private void dropped(String runId, String stepId, ExecutionComplete done, ExecutionOperations<Void> operations) {
        runLog.write(runId, "dropping an execution", writing -> {
            boolean open = RunProgress.hasStatus(writing, runId, RunStatus.RUNNING)
                    && writing.rows().steps(runId).stream()
                            .anyMatch(row -> row.stepId().equals(stepId)
                                    && List.of(StepStatus.SCHEDULED, StepStatus.RUNNING)
                                            .contains(row.status()));
            if (open) {
                operations.reschedule(done, agenda.now());
            } else {
                operations.remove();
            }
            return true;
        });
    }

    /** Ended from outside: whoever comes next starts this attempt over. */
    private CompletionHandler<Void> startOver() {
        return (done, operations) -> operations.reschedule(done, agenda.now());
    }

    private CompletionHandler<Void> run(Claim claim) throws IOException, InterruptedException {
        LiveEvents live = new LiveEvents();
        try (EventFlusher _ = new EventFlusher(machine.ticks(), () -> flush(claim, live))) {
            Optional<CommandResult> done = perform(claim, live);
            if (done.isPresent() && landsNow(claim, done.get())) {
                List<Event> events = live.drainWithEnds();
                PendingWrite recording =
                        PendingWrite.start(machine.beside()::start, () -> record(claim, done.get(), events));
                Optional<CommandResult> landed = perform(claim.with(done.get(), recording), live);
                recording.await();
                return committing(claim.with(done.get(), recording), landed, live);
            }
            return committing(claim, done, live);
        } catch (InterruptedException e) {
            letGo(claim, live);
            throw e;
        }
    }

    private Optional<CommandResult> perform(Claim claim, LiveEvents live) throws IOException, InterruptedException {
        return work.perform(claim, live, (made, events) -> keep(claim, made, join(live.drain(), events)));
    }

    /** A passed attempt is brought into the workspace by the same execution: another one would only cost time. */
    private static boolean landsNow(Claim claim, CommandResult performed) {
        return !claim.inPlace()
                && !claim.workspace().travels()
                && !performed.restart()
                && !performed.waiting()
                && claim.after(performed).command() instanceof StepCommand.Finish finish
                && finish.candidate().isEmpty();
    }

    private void record(Claim claim, CommandResult performed, List<Event> events) {
        String runId = claim.scope().runId();
        String stepId = claim.scope().step().id();
        commits.run(() -> runLog.write(runId, "recording an attempt", writing -> {
            work.fence().hold(writing, claim);
            writing.append(runId, events);
            writing.append(runId, performed.events());
            writing.journal(runId, stepId, performed.entry());
            performed.then().ifPresent(then -> writing.journal(runId, stepId, then));
            return true;
        }));
    }

    private CompletionHandler<Void> committing(Claim claim, Optional<CommandResult> done, LiveEvents live)
            throws IOException, InterruptedException {
        claim.workspace().send(done.map(CommandResult::trees).orElse(List.of()));
        List<Event> events = live.finish();
        return (complete, operations) -> {
            commits.run(() -> commit(claim, done, events, operations, complete));
            agenda.look();
        };
    }

    /** Ended from outside, and what the agent had begun is put back: nobody died here, and the step says so. */
    private void letGo(Claim claim, LiveEvents live) {
        String runId = claim.scope().runId();
        String stepId = claim.scope().step().id();
        boolean marked = Thread.interrupted();
        try {
            runLog.write(runId, "letting a step go", writing -> {
                if (writing.rows().holds(runId, stepId, claim.token())) {
                    writing.append(runId, live.drain());
                    writing.rows()
                            .step(
                                    runId,
                                    new FlowStepRow(
                                            stepId,
                                            StepStatus.SCHEDULED,
                                            claim.token(),
                                            claim.base(),
                                            claim.workspace().stored(claim.conversation())));
                }
                return true;
            });
        } catch (RuntimeException e) {
            log.debug("step {} of {} could not be let go: {}", stepId, runId, e.getMessage());
        } finally {
            if (marked) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void flush(Claim claim, LiveEvents live) {
        List<Event> events = live.drain();
        if (events.isEmpty()) {
            return;
        }
        try {
            runLog.write(claim.scope().runId(), "recording an attempt", writing -> {
                work.fence().hold(writing, claim);
                writing.append(claim.scope().runId(), events);
                return true;
            });
        } catch (RuntimeException e) {
            live.putBack(events);
            throw e;
        }
    }

    private void keep(Claim claim, JournalEntry.Made made, List<Event> events)
            throws IOException, InterruptedException {
        claim.workspace().send(made.trees());
        runLog.write(claim.scope().runId(), "recording a candidate", writing -> {
            work.fence().hold(writing, claim);
            writing.append(claim.scope().runId(), events);
            writing.journal(claim.scope().runId(), claim.scope().step().id(), made);
            return true;
        });
    }

    private boolean commit(
            Claim claim,
            Optional<CommandResult> done,
            List<Event> events,
            ExecutionOperations<Void> operations,
            ExecutionComplete complete) {
        String runId = claim.scope().runId();
        Instant at = complete.getTimeDone();
        return runLog.write(runId, "recording a step", writing -> {
            writing.append(runId, events);
            work.fence().hold(writing, claim);
            if (!claim.workspace().settle(writing)) {
                // Another step of the run came first: this one is brought together with it, too.
                operations.reschedule(complete, at);
                return true;
            }
            if (done.isEmpty()) {
                operations.remove();
                progress.stepEnded(writing, claim, claim.position());
                return true;
            }
            CommandResult performed = Escalations.allowed(claim, done.get(), writing.rows());
            writing.append(runId, performed.events());
            String stepId = claim.scope().step().id();
            if (performed.restart()) {
                writing.rows().forget(runId, stepId);
                writing.rows().step(runId, new FlowStepRow(stepId, StepStatus.SCHEDULED, claim.token(), "", ""));
                operations.reschedule(complete, at);
                return true;
            }
            writing.journal(runId, stepId, performed.entry());
            performed.then().ifPresent(then -> writing.journal(runId, stepId, then));
            Position after = claim.after(performed);
            writing.append(runId, Escalations.between(claim.scope(), claim.position(), after));
            if (claim.inPlace()
                    && after.command() instanceof StepCommand.Finish finish
                    && finish.candidate().isEmpty()) {
                operations.remove();
                progress.stepEnded(writing, claim, after);
                return true;
            }
            writing.rows()
                    .step(
                            runId,
                            new FlowStepRow(
                                    stepId,
                                    performed.waiting() ? StepStatus.WAITING : StepStatus.SCHEDULED,
                                    claim.token(),
                                    claim.base(),
                                    claim.workspace()
                                            .stored(performed.conversation().orElse(""))));
            Instant next = performed.waiting()
                    ? at.plus(QuestionAnswers.patience(
                            claim.scope().plan(), performed.then().orElse(performed.entry())))
                    : performed.notBefore().orElse(at);
            // The same execution again, not a new one: its version keeps rising, so that a worker that was frozen for
            // long never takes the execution of another for its own.
            operations.reschedule(complete, next);
            return true;
        });
    }

    private static List<Event> join(List<Event> first, List<Event> then) {
        List<Event> all = new ArrayList<>(first);
        all.addAll(then);
        return all;
    }
}
