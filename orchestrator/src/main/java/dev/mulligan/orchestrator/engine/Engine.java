package dev.mulligan.orchestrator.engine;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.logging.LogLevel;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.mulligan.agent.process.OrderlyEnd;
import dev.mulligan.agent.process.ProcessRecord;
import dev.mulligan.attempt.Time;
import dev.mulligan.orchestrator.advice.Cascades;
import dev.mulligan.orchestrator.advice.FailureAdviser;
import dev.mulligan.orchestrator.advice.QuestionAnswers;
import dev.mulligan.orchestrator.attempt.BudgetCheck;
import dev.mulligan.orchestrator.attempt.StepWork;
import dev.mulligan.orchestrator.claim.LeaseCheck;
import dev.mulligan.orchestrator.claim.LeaseWatch;
import dev.mulligan.orchestrator.journal.JournalEntry.Question;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.plan.Origin;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.PlanReader;
import dev.mulligan.orchestrator.run.AdaptFiles;
import dev.mulligan.orchestrator.run.EffectiveConfig;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunIds;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.orchestrator.run.RunScope;
import dev.mulligan.orchestrator.run.RunScopes;
import dev.mulligan.orchestrator.trace.Traces;
import dev.mulligan.orchestrator.workcopy.GitTransport;
import dev.mulligan.orchestrator.workcopy.OpenCopies;
import dev.mulligan.orchestrator.workcopy.OpenWorkspaces;
import dev.mulligan.orchestrator.workcopy.RunResultRef;
import dev.mulligan.orchestrator.workcopy.RunWorkspaces;
import dev.mulligan.record.RunEvent.RunPaused;
import dev.mulligan.record.RunEvent.RunResumed;
import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.record.RunEvent.RunStopped;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.run.Flows;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.run.StepStatus;
import dev.mulligan.store.sql.WorkerName;
import dev.mulligan.store.trace.PrivateFiles;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.checkpoint.Checkpoint;
import dev.mulligan.workspace.checkpoint.Checkpoints;
import dev.mulligan.workspace.state.WorkspaceLease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out runs. Everything it must remember is in the store, so any number of engines may share one store, and
 * another one goes on where this one dies.
 */
public final class Engine implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private final String name;
    private final Optional<Path> home;
    private final Flows flows;
    private final RunLog log;
    private final Optional<Traces> traces;
    private final LeaseWatch watch;
    private final RunProgress progress;
    private final Agenda agenda;
    private final Scheduler scheduler;
    private final OpenWorkspaces workspaces = new OpenWorkspaces();
    private final RunWorkspaces runWorkspaces;
    private final RunScopes scopes;
    private final SharedClock clock;
    private final Labels labels;
    private final OrderlyEnd orderlyEnd;

    private Engine(EngineSetup setup) {
        this.orderlyEnd = OrderlyEnd.promised();
        AdaptFiles adaptFiles = new AdaptFiles(setup.store());
        this.scopes = new RunScopes(setup, adaptFiles);
        this.name = WorkerName.own();
        this.home = setup.home();
        this.flows = setup.store().flows();
        this.clock = new SharedClock(flows::now);
        this.labels = new Labels(
                setup.store(), name, setup.labels(), setup.pace().heartbeat(), Labels.PATIENCE, Time.system());
        this.traces = setup.home().map(home -> new Traces(runId -> folder(runId, home), setup.store()));
        List<Consumer<Recorded>> listeners = new ArrayList<>();
        traces.ifPresent(listeners::add);
        listeners.addAll(setup.watchers().events());
        this.log = new RunLog(setup.store(), flows, clock, listeners);
        this.agenda = new Agenda(setup.lane(), clock, this::scheduler, this::look);
        this.progress = new RunProgress(
                agenda,
                setup.store(),
                log,
                new Cascades(adaptFiles),
                setup.programs().machine().names());
        this.runWorkspaces = new RunWorkspaces(
                workspaces, flows, new GitTransport(setup.config().classifier(), clock), new OpenCopies());
        this.watch = LeaseWatch.started(
                setup.pace().heartbeat(),
                runId -> flows.status(runId).filter(RunStatus.STOPPED::equals).isPresent(),
                runWorkspaces::leaveEnded);
        Commits commits = new Commits(setup.programs().machine());
        StepTask stepTask = new StepTask(
                agenda,
                scopes,
                commits,
                progress,
                setup.programs().machine(),
                this::isForAnother,
                log,
                new StepWork(setup, log, new FailureAdviser(adaptFiles), new LeaseCheck(log), new BudgetCheck(log)),
                watch,
                runWorkspaces);
        EndTask endTask = new EndTask(agenda, scopes, commits, setup, log, watch, runWorkspaces);
        CustomTask<Void> steps = Tasks.custom(Agenda.stepTask(setup.lane()), Void.class)
                .onFailure((done, operations) ->
                        operations.reschedule(done, now().plusSeconds(done.getExecution().consecutiveFailures + 1L)))
                .onDeadExecutionRevive()
                .execute(stepTask::execute);
        CustomTask<Void> ends = Tasks.custom(Agenda.endTask(setup.lane()), Void.class)
                .onFailure((done, operations) -> operations.reschedule(done, now().plusSeconds(2)))
                .onDeadExecutionRevive()
                .execute(endTask::execute);
        this.scheduler = Scheduler.create(flows.scheduler(), List.of(steps, ends))
                .schedulerName(new SchedulerName.Fixed(name))
                // Platform threads: SQLite waits for its lock in native code, and a few virtual threads that do so
                // would keep the one that holds the lock from running.
                .executorService(Executors.newFixedThreadPool(
                        setup.pace().slots(),
                        Thread.ofPlatform().daemon().name("mulligan-step-", 0).factory()))
                .threads(setup.pace().slots())
                .heartbeatInterval(setup.pace().heartbeat())
                .missedHeartbeatsLimit(4)
                .pollingInterval(setup.pace().polling())
                .deleteUnresolvedAfter(Duration.ofDays(3650))
                .shutdownMaxWait(Duration.ofSeconds(20))
                // Said by us, once, without a trace of calls.
                .failureLogging(LogLevel.DEBUG, false)
                .addSchedulerListener(new SchedulerErrors(flows))
                .clock(clock::instant)
                .build();
    }

    /** Works from now on, also on runs that others left. */
    public static Engine start(EngineSetup setup) {
        setup.home().ifPresent(Engine::hideFromGit);
        Engine engine = new Engine(setup);
        int ended = ProcessRecord.endLeftovers(EngineSetup.processRecords());
        if (ended > 0) {
            LOG.info("{} processes that a killed program had left were ended", ended);
        }
        engine.releaseDead();
        engine.labels.start();
        engine.scheduler.start();
        return engine;
    }

    private static void hideFromGit(Path home) {
        try {
            PrivateFiles.hiddenFolder(home);
        } catch (IOException e) {
            throw new UncheckedIOException(home + " cannot be written", e);
        }
    }

    /** Steps of a program of this machine that is gone need not wait until its heartbeats count as missed. */
    private void releaseDead() {
        for (String holder : flows.holders()) {
            if (WorkerName.isDeadHere(holder)) {
                flows.transaction("taking over", rows -> rows.release(holder));
            }
        }
    }

    private RunFolder folder(String runId, Path home) {
        return flows.find(runId)
                .map(flow -> RunOrder.of(flow.plan(), flow.options()).folder(runId, home))
                .orElse(RunFolder.of(home, runId));
    }

    /** Under which others see it. */
    public String name() {
        return name;
    }

    Instant now() {
        return clock.instant();
    }

    RunScope scope(FlowRow flow) {
        return scopes.of(flow);
    }

    /** Whether it has heard of any worker that carries labels. */
    boolean knowsLabels() {
        return labels.areUsed();
    }

    /** Whether a worker that carries the labels a step wishes for should have it. */
    boolean isForAnother(String runId, String stepId) {
        return labels.areUsed()
                && flows.find(runId)
                        .flatMap(flow -> scope(flow).plan().step(stepId))
                        .filter(step -> labels.leave(runId + "/" + stepId, step.labels()))
                        .isPresent();
    }

    private SchedulerClient scheduler() {
        return scheduler;
    }

    /** Looks for due work at once instead of at the next poll. */
    void look() {
        scheduler.triggerCheckForDueExecutions();
    }

    /** Takes a plan up. What it returns is the run's name. */
    public String start(RunOrder ordered) {
        RunOrder order = ordered.home().isPresent() ? ordered : ordered.keptIn(home);
        Plan plan = PlanReader.parse(order.planName(), order.planText(), order.base());
        Instant now = log.clock().instant();
        String runId = RunIds.next(now);
        List<FlowStepRow> rows = plan.steps().stream()
                .map(step -> new FlowStepRow(
                        step.id(), order.skip().contains(step.id()) ? StepStatus.SKIPPED : StepStatus.OPEN, "", "", ""))
                .toList();
        Optional<RunResultRef> head = plan.origin().map(origin -> begin(runId, origin));
        log.write(runId, "starting a run", writing -> {
            writing.rows().create(new FlowRow(runId, RunStatus.RUNNING, order.planText(), order.options(), now), rows);
            head.ifPresent(files -> files.write(writing, runId));
            writing.append(
                    runId,
                    List.of(new RunStarted(
                            plan.project(),
                            plan.name(),
                            plan.level().wireName(),
                            plan.place(),
                            plan.steps().size())));
            if (order.beforehand().goOnAfterCascade()) {
                Cascades.goOn(writing, runId, plan, "--continue");
            }
            progress.goOn(writing, runId, plan);
            return true;
        });
        if (traces.isPresent()) {
            EffectiveConfig.write(scope(known(runId)));
        }
        look();
        return runId;
    }

    private RunResultRef begin(String runId, Origin origin) {
        try {
            return runWorkspaces.begin(runId, origin);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the run cannot start: " + origin.ref() + " of " + origin.git() + " cannot be had: "
                            + e.getMessage(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the run's files were fetched", e);
        }
    }

    /** Goes on with a run that was paused, interrupted or left by a dead process. Nothing happens to one that ended. */
    public void resume(String runId, String by) {
        FlowRow flow = known(runId);
        Plan plan = scope(flow).plan();
        log.write(runId, "resuming a run", writing -> {
            RunStatus status = writing.rows().flow(runId).map(FlowRow::status).orElse(RunStatus.STOPPED);
            if (status == RunStatus.PAUSED || status == RunStatus.RUNNING) {
                writing.append(runId, List.of(new RunResumed(by)));
            }
            if (status == RunStatus.PAUSED) {
                writing.rows().status(runId, RunStatus.RUNNING);
                takeUp(writing, runId, flow);
                progress.goOn(writing, runId, plan);
            }
            return true;
        });
        catchUp(runId);
        look();
    }

    /** What was under way when the run was paused found it so and let go; the same holds for the timers of questions. */
    private void takeUp(RunLog.Writing writing, String runId, FlowRow flow) {
        RunScope run = scope(flow);
        QuestionAnswers answering = new QuestionAnswers(log);
        for (FlowStepRow row : writing.rows().steps(runId)) {
            if (List.of(StepStatus.SCHEDULED, StepStatus.RUNNING).contains(row.status())) {
                agenda.schedule(runId, row.stepId(), now());
            } else if (row.status() == StepStatus.WAITING) {
                answering
                        .open(run.step(row.stepId()))
                        .ifPresent(question -> agenda.schedule(
                                runId, row.stepId(), now().plus(QuestionAnswers.patience(run.plan(), question))));
            }
        }
    }

    /**
     * Adds to the run's trace what other programs that share the store did for it. Says what is wrong where the trace
     * stays incomplete: that is no failure of the run.
     */
    public Optional<String> catchUp(String runId) {
        if (traces.isEmpty()) {
            return Optional.empty();
        }
        try {
            traces.get().catchUp(runId);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.getMessage() + ". The store has everything.");
        }
    }

    /** Runs one step again, from the files as they are now. The steps that waited for it follow when it passes. */
    public void retry(String runId, String stepId) {
        FlowRow flow = known(runId);
        Plan plan = scope(flow).plan();
        if (plan.step(stepId).isEmpty()) {
            throw new IllegalArgumentException("run " + runId + " has no step " + stepId);
        }
        log.write(runId, "retrying a step", writing -> {
            writing.append(runId, List.of(new RunResumed("retry of " + stepId)));
            writing.rows().forget(runId, stepId);
            writing.rows().step(runId, new FlowStepRow(stepId, StepStatus.OPEN, "", "", ""));
            writing.rows().status(runId, RunStatus.RUNNING);
            progress.goOn(writing, runId, plan);
            return true;
        });
        look();
    }

    /**
     * Lets a run rest until somebody resumes it; its agents are ended when this engine closes. Says whether it was
     * still under way.
     */
    public boolean pause(String runId, String reason) {
        return log.write(runId, "pausing a run", writing -> {
            boolean running = RunProgress.hasStatus(writing, runId, RunStatus.RUNNING);
            if (running) {
                writing.rows().status(runId, RunStatus.PAUSED);
                writing.append(runId, List.of(new RunPaused(reason, Optional.empty())));
            }
            return running;
        });
    }

    /** Whether the agents of a plan work in the workspace itself. */
    public static boolean isInPlace(Plan plan, Workspace workspace) {
        return RunWorkspaces.isInPlace(plan, workspace);
    }

    /** Who keeps a plan that works in place out of its workspace. */
    public static Optional<WorkspaceLease.Holder> holder(Plan plan) throws IOException {
        if (plan.origin().isPresent()) {
            return Optional.empty();
        }
        try (Workspace workspace = Workspace.open(plan.workspace())) {
            return RunWorkspaces.isInPlace(plan, workspace)
                    ? WorkspaceLease.holder(workspace.root())
                    : Optional.empty();
        }
    }

    /** Whether a worker is of this machine and certainly gone. */
    public static boolean isGone(String worker) {
        return WorkerName.isDeadHere(worker);
    }

    /** Ends a run before its plan does. What its steps achieved stays. */
    public void cancel(String runId, String by) {
        FlowRow flow = known(runId);
        log.write(runId, "stopping a run", writing -> {
            writing.rows().status(runId, RunStatus.STOPPED);
            String project = scope(flow).plan().project();
            writing.append(
                    runId, OpenWork.ended(writing.rows(), runId, "", project, "the run was stopped by " + by, now()));
            writing.append(runId, List.of(new RunStopped("cancelled", "stopped by " + by)));
            return true;
        });
        watch.stop(runId);
    }

    /** Answers a question of a run with one of its choices; after a colon may follow what the agent should know. */
    public void answer(String runId, String questionId, String answer, String by) {
        RunScope run = scope(known(runId));
        QuestionAnswers answering = new QuestionAnswers(log);
        log.write(runId, "answering a question", writing -> {
            if (RunProgress.hasStatus(writing, runId, RunStatus.HELD) && Cascades.isQuestion(runId, questionId)) {
                if (Cascades.answer(writing, runId, run.plan(), questionId, answer, by)) {
                    progress.goOn(writing, runId, run.plan());
                }
                return true;
            }
            for (FlowStepRow row : writing.rows().steps(runId)) {
                Optional<Question> question = row.status() == StepStatus.WAITING
                                && run.plan().step(row.stepId()).isPresent()
                        ? answering.open(run.step(row.stepId()))
                        : Optional.empty();
                if (question.filter(open -> open.questionId().equals(questionId))
                        .isPresent()) {
                    answering.answer(writing, run.step(row.stepId()), question.get(), answer, by);
                    // Nothing left of its journal: it starts over, from the files as they are now.
                    boolean anew = writing.rows().journal(runId, row.stepId()).isEmpty();
                    writing.rows()
                            .step(
                                    runId,
                                    new FlowStepRow(
                                            row.stepId(),
                                            StepStatus.SCHEDULED,
                                            progress.newToken(),
                                            anew ? "" : row.tree(),
                                            anew ? "" : row.conversation()));
                    agenda.reschedule(runId, row.stepId(), now());
                    return true;
                }
            }
            throw new IllegalArgumentException("question " + questionId + " of run " + runId + " waits for no answer");
        });
        look();
    }

    /** Answers from a program that carries nothing out itself. */
    public static void answer(EngineSetup setup, String runId, String questionId, String answer, String by) {
        Engine engine = new Engine(setup);
        try {
            engine.answer(runId, questionId, answer, by);
        } finally {
            engine.orderlyEnd.close();
            engine.watch.close();
            engine.clock.close();
        }
    }

    /** Cancels from a program that carries nothing out itself. */
    public static List<Checkpoints.TakenBack> cancel(EngineSetup setup, String runId, String by) {
        return cancelled(setup, runId, by, Engine::leftInPlace);
    }

    /** Cancels, and leaves what a killed program had begun as it is: somebody may have gone on from there since. */
    public static List<LeftBehind> abandon(EngineSetup setup, String runId, String by) {
        return cancelled(setup, runId, by, Engine::leftBehind);
    }

    private static <T> T cancelled(EngineSetup setup, String runId, String by, BiFunction<Engine, String, T> then) {
        ProcessRecord.endLeftovers(EngineSetup.processRecords());
        Engine engine = new Engine(setup);
        try {
            engine.cancel(runId, by);
            return then.apply(engine, runId);
        } finally {
            engine.orderlyEnd.close();
            engine.watch.close();
            engine.clock.close();
        }
    }

    /** What an attempt of a program that is gone had changed in the workspace itself is put back. */
    private List<Checkpoints.TakenBack> leftInPlace(String runId) {
        try {
            return cutOff(
                    runId,
                    (files, row) ->
                            files.takeBack(row.tree(), files.snapshot(), "before " + row.stepId() + " was cancelled"));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the run is cancelled, but what it had begun could not be put back: " + e.getMessage(), e);
        }
    }

    /**
     * Where a program was killed while its agent worked in the workspace itself.
     *
     * @param files that differ from before
     * @param before the checkpoint that has them as they were; empty when that is committed
     */
    public record LeftBehind(List<String> files, Optional<String> before) {}

    private List<LeftBehind> leftBehind(String runId) {
        try {
            return cutOff(runId, Engine::leftBehind).stream()
                    .filter(left -> !left.files().isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the run is cancelled, but what it had begun could not be looked at: " + e.getMessage(), e);
        }
    }

    private static LeftBehind leftBehind(Checkpoints files, FlowStepRow row) throws IOException {
        return new LeftBehind(
                files.trees().between(row.tree(), files.snapshot()).files(),
                files.list().stream()
                        .filter(saved -> saved.tree().equals(row.tree()))
                        .map(Checkpoint::id)
                        .findFirst());
    }

    private interface CutOff<T> {
        T look(Checkpoints files, FlowStepRow row) throws IOException;
    }

    /** Steps that were under way in the workspace itself, in a program that is gone. */
    private <T> List<T> cutOff(String runId, CutOff<T> work) throws IOException {
        RunScope run = scope(known(runId));
        List<T> found = new ArrayList<>();
        boolean alive = flows.held().stream()
                .filter(held -> held.work().startsWith(runId + "/"))
                .flatMap(held -> held.worker().stream())
                .anyMatch(worker -> !isGone(worker));
        if (run.plan().origin().isPresent() || alive) {
            return found;
        }
        try (Workspace workspace = Workspace.open(run.plan().workspace())) {
            for (FlowStepRow row : flows.steps(runId)) {
                boolean cutOff =
                        row.status() == StepStatus.RUNNING && !row.tree().isEmpty();
                if (cutOff && RunWorkspaces.isInPlace(run.plan(), workspace)) {
                    found.add(work.look(workspace.checkpoints(), row));
                }
            }
        }
        return found;
    }

    private FlowRow known(String runId) {
        return flows.find(runId).orElseThrow(() -> new IllegalArgumentException("there is no run " + runId));
    }

    /** Lets go: agents of this program are ended, their attempts start over with whoever comes next. */
    @Override
    public void close() {
        watch.stopAll();
        scheduler.stop();
        orderlyEnd.close();
        watch.close();
        clock.close();
        labels.close();
        runWorkspaces.close();
        workspaces.close();
        traces.ifPresent(files -> {
            try {
                files.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
