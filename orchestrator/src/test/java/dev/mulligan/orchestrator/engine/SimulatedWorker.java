package dev.mulligan.orchestrator.engine;

import com.github.kagkarlsson.scheduler.CurrentlyExecuting;
import com.github.kagkarlsson.scheduler.HeartbeatConfig;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.SchedulerState.SettableSchedulerState;
import com.github.kagkarlsson.scheduler.TaskResolver;
import com.github.kagkarlsson.scheduler.event.SchedulerListeners;
import com.github.kagkarlsson.scheduler.exceptions.ExecutionException;
import com.github.kagkarlsson.scheduler.jdbc.AutodetectJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.JdbcTaskRepository;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.mulligan.config.Config;
import dev.mulligan.event.Event;
import dev.mulligan.orchestrator.advice.Cascades;
import dev.mulligan.orchestrator.advice.FailureAdviser;
import dev.mulligan.orchestrator.attempt.BudgetCheck;
import dev.mulligan.orchestrator.attempt.StepWork;
import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.claim.LeaseCheck;
import dev.mulligan.orchestrator.claim.LeaseWatch;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.run.AdaptFiles;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.Machine;
import dev.mulligan.orchestrator.run.RunScopes;
import dev.mulligan.orchestrator.trace.Traces;
import dev.mulligan.record.RunEvent.BudgetExceeded;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** One worker: the engine's own parts on the real schema, driven step by step. */
final class SimulatedWorker {

    static final Duration HEARTBEAT = Duration.ofSeconds(2);
    static final int MISSED = 4;
    private static final HeartbeatConfig BEATS = new HeartbeatConfig(HEARTBEAT, MISSED, HEARTBEAT.multipliedBy(MISSED));

    final String name;
    final List<SimulatedExecution> executions = new ArrayList<>();
    boolean dead;
    Instant frozenUntil = Instant.MIN;
    private final SimulatedWorld world;
    private final JdbcTaskRepository repository;
    private final StepTask steps;
    private final EndTask ends;
    private final Traces traces;
    final LeaseWatch watch;
    final RunLog log;
    final RunProgress progress;
    final RunScopes scopes;

    SimulatedWorker(SimulatedWorld world, String name) {
        this.world = world;
        this.name = name;
        EventStore store = world.store();
        CustomTask<Void> stepTask =
                Tasks.custom(Agenda.stepTask(""), Void.class).execute((_, _) -> null);
        CustomTask<Void> endTask = Tasks.custom(Agenda.endTask(""), Void.class).execute((_, _) -> null);
        this.repository = new JdbcTaskRepository(
                store.flows().scheduler(),
                false,
                new AutodetectJdbcCustomization(store.flows().scheduler()),
                JdbcTaskRepository.DEFAULT_TABLE_NAME,
                new TaskResolver(SchedulerListeners.NOOP, world::now, List.of(stepTask, endTask)),
                new SchedulerName.Fixed(name),
                false,
                world::now);
        SchedulerClient client = SchedulerClient.Builder.create(store.flows().scheduler(), stepTask, endTask)
                .build();
        Machine machine = world.machine();
        EngineSetup setup = EngineSetup.embedded(store, world.home(), Config.EMPTY, Map.of("PATH", "/bin"))
                .on(machine, world::agent);
        AdaptFiles adaptFiles = new AdaptFiles(store);
        this.scopes = new RunScopes(setup, adaptFiles);
        this.traces = new Traces(
                runId -> RunFolder.of(world.home(), runId),
                store,
                new InlineExecutor(world.bug() != PlantedBug.TRACE_ON_INTERRUPTED_THREAD));
        Consumer<Recorded> told = _ -> world.told();
        this.log = world.bug() == PlantedBug.DOUBLE_ANNOUNCE
                ? new ForgetfulLog(store, world, List.of(told, traces, world::traced))
                : new PointedLog(store, world, List.of(told, traces, world::traced));
        this.watch = new LeaseWatch(
                runId -> store.flows()
                        .status(runId)
                        .filter(RunStatus.STOPPED::equals)
                        .isPresent(),
                _ -> {});
        Agenda agenda = new Agenda("", world::now, () -> client, () -> {});
        this.progress = new RunProgress(agenda, store, log, new Cascades(adaptFiles), machine.names());
        Commits commits = new Commits(machine);
        LeaseCheck fence = world.bug() == PlantedBug.FORGET_FENCE ? new NoFence(log) : new LeaseCheck(log);
        BudgetCheck budget =
                world.bug() == PlantedBug.BUDGET_AFTER_CALL ? new LateBudget(log, store) : new BudgetCheck(log);
        StepWork work = new StepWork(setup, log, new FailureAdviser(adaptFiles), fence, budget);
        this.steps = new StepTask(
                agenda, scopes, commits, progress, machine, (_, _) -> false, log, work, watch, world.workspace());
        this.ends = new EndTask(agenda, scopes, commits, setup, log, watch, world.workspace());
    }

    boolean isAble() {
        return !dead && !world.now().isBefore(frozenUntil);
    }

    List<Execution> due() {
        return repository.getDue(world.now(), 20).stream()
                .sorted(Comparator.comparing(Execution::getExecutionTime).thenComparing(Execution::getId))
                .toList();
    }

    /** Takes an execution that is due, unless another worker was faster. */
    void take(Execution due) {
        Optional<Execution> picked = repository.pick(due, world.now());
        picked.ifPresent(execution -> {
            CurrentlyExecuting current = new CurrentlyExecuting(execution, world::now, BEATS);
            SimulatedExecution running =
                    new SimulatedExecution(world, this, execution, current, () -> carryOut(execution, current));
            executions.add(running);
            running.start();
        });
    }

    @SuppressWarnings("unchecked")
    private void carryOut(Execution execution, CurrentlyExecuting current) {
        Instant from = world.now();
        ExecutionOperations<Void> operations =
                new ExecutionOperations<>(repository, SchedulerListeners.NOOP, execution);
        ExecutionContext context = new ExecutionContext(new SettableSchedulerState(), execution, null, current);
        TaskInstance<Void> instance = execution.taskInstance;
        boolean isStep = instance.getTaskName().equals(Agenda.stepTask(""));
        try {
            CompletionHandler<Void> handler =
                    isStep ? steps.execute(instance, context) : ends.execute(instance, context);
            world.point("complete");
            handler.complete(ExecutionComplete.success(execution, from, world.now()), operations);
        } catch (ExecutionException lost) {
            // The scheduler's own fence: the execution was given to another worker meanwhile.
            world.note("the execution is another worker's");
        } catch (RuntimeException e) {
            world.note("failed inside: " + e);
            world.point("failure handler");
            failed(operations, ExecutionComplete.failure(execution, from, world.now(), e));
        }
    }

    /** As the engine's tasks do it. */
    private void failed(ExecutionOperations<Void> operations, ExecutionComplete failure) {
        try {
            operations.reschedule(failure, world.now().plusSeconds(failure.getExecution().consecutiveFailures + 1L));
        } catch (ExecutionException lost) {
            world.note("the execution is another worker's");
        }
    }

    /** As the scheduler does between the steps. */
    void beat() {
        for (SimulatedExecution execution : executions) {
            Instant last = execution.lastBeat();
            if (!execution.isOver() && !world.now().isBefore(last.plus(HEARTBEAT))) {
                boolean beaten = repository.updateHeartbeat(execution.picked(), world.now());
                execution.current().heartbeat(beaten, world.now());
                execution.beaten(world.now());
            }
        }
        executions.removeIf(SimulatedExecution::isOver);
    }

    /** Executions of workers that are not heard of any more are anybody's again. */
    void reviveDead() {
        for (Execution lost : repository.getDeadExecutions(world.now().minus(HEARTBEAT.multipliedBy(MISSED)))) {
            world.note(name + " revives " + lost.getId() + " of " + lost.pickedBy);
            new ExecutionOperations<Void>(repository, SchedulerListeners.NOOP, lost)
                    .reschedule(
                            ExecutionComplete.failure(
                                    lost, world.now(), world.now(), new IllegalStateException("dead")),
                            world.now());
        }
    }

    void catchUp() throws IOException {
        traces.catchUp(world.runId());
    }

    void close() throws IOException {
        traces.close();
        watch.close();
    }

    /** A log that stops at both ends of a transaction, and whose store may be out of reach. */
    static class PointedLog extends RunLog {
        private final SimulatedWorld world;

        PointedLog(EventStore store, SimulatedWorld world, List<Consumer<Recorded>> listeners) {
            super(store, store.flows(), world::now, listeners);
            this.world = world;
        }

        @Override
        public <T> T write(String runId, String doing, Function<Writing, T> work) {
            world.point("before " + doing);
            world.needStore(doing);
            T result = super.write(runId, doing, work);
            world.written();
            return result;
        }
    }

    /** Forgets that an attempt was announced. */
    static final class ForgetfulLog extends PointedLog {
        ForgetfulLog(EventStore store, SimulatedWorld world, List<Consumer<Recorded>> listeners) {
            super(store, world, listeners);
        }

        @Override
        protected boolean isAnnounced(Writing writing, String runId, Event event) {
            return false;
        }
    }

    /** Believes that a step is ours for ever. */
    static final class NoFence extends LeaseCheck {
        NoFence(RunLog log) {
            super(log);
        }

        @Override
        public void hold(RunLog.Writing writing, Claim claim) {}

        @Override
        public void check(Claim claim) {}
    }

    /** Sees what was spent only when one call more has been made. */
    static final class LateBudget extends BudgetCheck {
        private final EventStore store;

        LateBudget(RunLog log, EventStore store) {
            super(log);
            this.store = store;
        }

        @Override
        public Optional<BudgetExceeded> over(Claim claim) {
            return super.over(claim)
                    .filter(_ -> store.flows().spent(claim.scope().runId()).attempts()
                            > claim.scope().plan().budget().attempts().orElse(0));
        }
    }
}
