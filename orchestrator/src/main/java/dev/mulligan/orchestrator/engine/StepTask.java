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
import dev.mulligan.orchestrator.claim.HandEdits;
import dev.mulligan.orchestrator.claim.LeaseWatch;
import dev.mulligan.orchestrator.journal.CommandResult;
import dev.mulligan.orchestrator.journal.JournalEntry;
import dev.mulligan.orchestrator.journal.JournalEntry.Happened;
import dev.mulligan.orchestrator.journal.JournalText;
import dev.mulligan.orchestrator.journal.LeaseLost;
import dev.mulligan.orchestrator.journal.LiveEvents;
import dev.mulligan.orchestrator.journal.PendingWrite;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.run.Machine;
import dev.mulligan.orchestrator.run.RunScope;
import dev.mulligan.orchestrator.run.RunScopes;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepCommand;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.orchestrator.workcopy.RunWorkspace;
import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.orchestrator.workcopy.WorkspaceBusy;
import dev.mulligan.orchestrator.workcopy.WorkspaceSource;
import dev.mulligan.record.RunEvent.RunResumed;
import dev.mulligan.record.RunEvent.RunStopped;
import dev.mulligan.record.StepEvent.StepStarted;
import dev.mulligan.record.WorkspaceEvent.RollbackPerformed;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.run.StepStatus;
import dev.mulligan.store.sql.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    private static final int MOST_INTERNAL_FAILURES = 3;
    static final Duration BUSY = Duration.ofSeconds(1);
    private static final Duration HANDED_BACK = Duration.ofMillis(300);

    private final Agenda agenda;
    private final RunScopes scopes;
    private final Commits commits;
    private final RunProgress progress;
    private final Machine machine;
    private final BiPredicate<String, String> isForAnother;
    private final RunLog runLog;
    private final StepWork work;
    private final LeaseWatch watch;
    private final QuestionAnswers answering;
    private final WorkspaceSource sites;

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
            WorkspaceSource sites) {
        this.agenda = agenda;
        this.scopes = scopes;
        this.commits = commits;
        this.progress = progress;
        this.machine = machine;
        this.isForAnother = isForAnother;
        this.answering = new QuestionAnswers(runLog);
        this.runLog = runLog;
        this.work = work;
        this.watch = watch;
        this.sites = sites;
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
            claim = claim(runId, stepId, guard);
            if (claim.isEmpty()) {
                if (runLog.flows()
                        .status(runId)
                        .filter(RunStatus.STOPPED::equals)
                        .isPresent()) {
                    sites.leave(runId);
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
                    : failedInside(runId, stepId, claim, context, e);
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
                && !claim.site().travels()
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
        claim.site().send(done.map(CommandResult::trees).orElse(List.of()));
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
                                            claim.site().stored(claim.conversation())));
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

    private Optional<Claim> claim(String runId, String stepId, LeaseWatch.Guarded guard)
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
        RunWorkspace site = sites.of(run, stepId, journal, row.tree());
        if (!sites.mayWork(site, runId, agenda.now()) || (site.inPlace() && !guard.isAlone())) {
            throw new WorkspaceBusy(run.plan().workspace() + " is in use");
        }
        String base = row.tree().isEmpty() ? site.home().snapshot() : row.tree();
        Position position = Position.of(
                scope.machine(), scope.step().level().orElse(run.plan().level()), journal);
        Claim claim = new Claim(
                scope,
                machine.names().get(),
                base,
                site.resumable(row.conversation()),
                site,
                new Claim.Progress(journal, position, row.status() == StepStatus.RUNNING),
                PendingWrite.NONE,
                Optional.empty());
        if (claim.position().question().isPresent()) {
            // Nobody answered in time: this execution is the question's timer.
            answering.byTime(
                    scope, claim.position(), claim.position().question().get());
            return claim(runId, stepId, guard);
        }
        return Optional.of(taken(HandEdits.adopt(claim, row), row));
    }

    private Claim taken(HandEdits edited, FlowStepRow row) {
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
            writing.append(
                    scope.runId(),
                    again
                            ? List.of(new RunResumed(
                                    "the next worker: the attempt of step " + stepId + " was cut off and starts over"))
                            : announced);
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
        claim.site().send(made.trees());
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
            if (!claim.site().settle(writing)) {
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
                                    claim.site().stored(performed.conversation().orElse(""))));
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

    /** Something of ours broke. Tried again a few times, then the step fails with the reason rather than for ever. */
    private CompletionHandler<Void> failedInside(
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
        // A store that cannot be reached says nothing about the step.
        if (failures < MOST_INTERNAL_FAILURES || e instanceof StoreException) {
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

    /** What an agent had begun in the workspace itself does not stay without a word. Says what could not be put back. */
    private String putBack(String runId, String stepId, List<Event> events) {
        try {
            FlowStepRow row = runLog.flows().steps(runId).stream()
                    .filter(step -> step.stepId().equals(stepId))
                    .findFirst()
                    .orElseThrow();
            RunWorkspace site = sites.whole(scopes.of(runLog.flows().find(runId).orElseThrow()));
            if (row.tree().isEmpty() || !site.inPlace() || !sites.mayWork(site, runId, agenda.now())) {
                return "";
            }
            return putBack(site.homeNow(), row.tree(), events);
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
                    List.of(new RunStopped("unreadable", "its plan cannot be read: " + unreadable.getMessage())));
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

    private static List<Event> join(List<Event> first, List<Event> then) {
        List<Event> all = new ArrayList<>(first);
        all.addAll(then);
        return all;
    }
}
