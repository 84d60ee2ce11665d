package dev.mulligan.orchestrator.engine;

import com.github.kagkarlsson.scheduler.task.Execution;
import dev.mulligan.agent.Agent;
import dev.mulligan.agent.AgentResult;
import dev.mulligan.agent.AgentTask;
import dev.mulligan.agent.process.OutputListener;
import dev.mulligan.agent.process.ProcessEnding;
import dev.mulligan.agent.process.ProcessResult;
import dev.mulligan.attempt.Time;
import dev.mulligan.escalate.Usage;
import dev.mulligan.orchestrator.advice.Cascades;
import dev.mulligan.orchestrator.plan.AgentSpec;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.plan.PlanReader;
import dev.mulligan.orchestrator.run.Machine;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.run.StepStatus;
import dev.mulligan.store.sql.StoreException;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything around the engine's own code, made from one seed: workers, time, agents, verifiers, files, a user who edits
 * meanwhile, and whatever goes wrong. One thread runs at a time, so a seed always gives the same story.
 */
final class SimulatedWorld {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MOST_LAST_STEPS = 100;
    private static final int MOST_TURNS = 4_000;
    private static final String OVERLOADED =
            "API Error: 529 {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}";

    private final EventStore store;
    private final Path home;
    private final long seed;
    private final PlantedBug bug;
    private final Random random;
    private final SimulatedDisk disk = new SimulatedDisk();
    private final SimulatedWorkspace workspace;
    private final List<SimulatedWorker> workers = new ArrayList<>();
    private final Map<String, String> edits = new HashMap<>();
    private final List<String> story = new ArrayList<>();
    private final SimulationInvariants invariants;
    private final Plan plan;
    private final RunOrder order;
    private final String runId;
    private final int chaos;
    private Instant now = START;
    private int storeFaults;
    private boolean tellable;
    private long lastTold;
    private int made;
    private long changes = 1;
    private long seen;
    private Optional<String> workspaceHolder = Optional.empty();
    private @Nullable SimulatedExecution running;
    private @Nullable Throwable broken;

    SimulatedWorld(EventStore store, Path home, long seed, PlantedBug bug) {
        this.store = store;
        this.home = home;
        this.seed = seed;
        this.bug = bug;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.runId = "sim-" + seed;
        this.chaos = 20 + random.nextInt(160);
        String text = planText();
        this.order = new RunOrder("plan.yaml", text, home, List.of(), List.of(), false);
        this.plan = PlanReader.parse("plan.yaml", text, home);
        boolean parallel = text.contains("# parallel");
        this.workspace = new SimulatedWorkspace(this, !parallel && random.nextInt(4) == 0, !parallel);
        disk.folder(SimulatedDisk.WORKSPACE).put("mine.txt", "mine 0");
        edits.put("mine.txt", "mine 0");
        this.invariants = new SimulationInvariants(this);
    }

    private String planText() {
        int steps = 1 + random.nextInt(3);
        boolean parallel = steps > 1 && random.nextInt(3) == 0;
        StringBuilder text = new StringBuilder("name: sim\nworkspace: .\nlevel: ")
                .append(List.of("L1", "L2", "L3", "auto").get(random.nextInt(4)))
                .append(parallel ? " # parallel" : "")
                .append("\nagents: {coder: {command: [agent]}}\n");
        if (random.nextInt(2) == 0) {
            text.append("budget: {attempts: ").append(2 + random.nextInt(6)).append("}\n");
        }
        text.append("steps:\n");
        for (int step = 1; step <= steps; step++) {
            text.append("  - {id: s").append(step).append(", prompt: Write s").append(step);
            text.append(", verify: check s").append(step);
            text.append(step > 1 && !parallel ? ", needs: [s" + (step - 1) + "]" : "")
                    .append("}\n");
        }
        return text.toString();
    }

    /** Lives through the whole story; gives what was wrong, if anything was. */
    Optional<String> run() throws IOException {
        try {
            begin();
            int turn = 0;
            boolean over = false;
            while (!over && turn++ < MOST_TURNS) {
                act(turn < chaos);
                if (changes > seen) {
                    seen = changes;
                    Optional<String> wrong = invariants.always();
                    if (wrong.isPresent() || broken != null) {
                        return Optional.of(wrong.orElse("a program error: " + broken));
                    }
                }
                over = isOver();
            }
            if (!over) {
                return Optional.of("the run never ends: " + store.flows().status(runId) + " "
                        + store.flows().steps(runId));
            }
            live().getFirst().catchUp();
            return invariants.atTheEnd();
        } finally {
            for (SimulatedWorker worker : workers) {
                kill(worker);
                worker.close();
            }
        }
    }

    private void begin() {
        hire();
        hire();
        SimulatedWorker first = workers.getFirst();
        List<FlowStepRow> rows = plan.steps().stream()
                .map(step -> new FlowStepRow(step.id(), StepStatus.OPEN, "", "", ""))
                .toList();
        first.log.write(runId, "starting a run", writing -> {
            writing.rows().create(new FlowRow(runId, RunStatus.RUNNING, order.planText(), order.options(), now), rows);
            writing.append(
                    runId,
                    List.of(new RunStarted(
                            plan.project(), plan.name(), plan.level().wireName(), plan.place(), rows.size())));
            Cascades.goOn(writing, runId, plan, "the simulation");
            first.progress.goOn(writing, runId, plan);
            return true;
        });
    }

    private boolean isOver() {
        if (!live().stream().allMatch(worker -> worker.executions.isEmpty())) {
            return false;
        }
        return switch (store.flows().status(runId).orElseThrow()) {
            case RUNNING, ENDING, HELD -> false;
            case PAUSED, PASSED, FAILED, STOPPED -> true;
        };
    }

    private void hire() {
        workers.add(new SimulatedWorker(this, "worker-" + ++made));
    }

    private List<SimulatedWorker> live() {
        return workers.stream().filter(worker -> !worker.dead).toList();
    }

    /** One turn: something happens that the seed has chosen. */
    private void act(boolean chaotic) throws IOException {
        now = now.plusMillis(1 + random.nextInt(40));
        for (SimulatedWorker worker : live()) {
            if (worker.isAble()) {
                worker.beat();
                if (random.nextInt(3) > 0) {
                    worker.watch.look();
                }
            }
        }
        if (chaotic && random.nextInt(6) == 0) {
            disturb();
        }
        if (live().size() < 3) {
            hire();
            return;
        }
        List<Runnable> possible = new ArrayList<>();
        List<Execution> due = null;
        for (SimulatedWorker worker : live()) {
            if (!worker.isAble()) {
                continue;
            }
            worker.executions.stream()
                    .filter(SimulatedExecution::isReady)
                    .forEach(execution -> possible.add(() -> {
                        note("resume " + execution);
                        execution.resume();
                    }));
            if (worker.executions.isEmpty()) {
                if (due == null) {
                    due = possible.isEmpty() || random.nextInt(4) == 0 ? worker.due() : List.of();
                }
                if (!due.isEmpty()) {
                    Execution one = due.get(random.nextInt(due.size()));
                    possible.add(() -> {
                        touched();
                        note(worker.name + " takes " + one.getId());
                        worker.take(one);
                    });
                }
            }
        }
        if (possible.isEmpty()) {
            now = now.plus(Duration.ofMillis(500 + random.nextInt(3_000)));
            live().stream().filter(SimulatedWorker::isAble).findFirst().ifPresent(SimulatedWorker::reviveDead);
        } else {
            possible.get(random.nextInt(possible.size())).run();
        }
    }

    private void disturb() throws IOException {
        SimulatedWorker one = live().get(random.nextInt(live().size()));
        switch (random.nextInt(10)) {
            case 0, 1 -> {
                one.frozenUntil = now.plusSeconds(1 + random.nextInt(40));
                note("freeze " + one.name);
            }
            case 2 -> {
                note("kill " + one.name);
                kill(one);
                if (random.nextBoolean()) {
                    String name = one.name;
                    store.flows().transaction("taking over", rows -> rows.release(name));
                }
            }
            case 3 -> {
                note("power fails");
                live().forEach(this::kill);
                disk.powerFails();
            }
            case 4 -> storeFaults = 1 + random.nextInt(4);
            case 5 -> disk.fillUp(1 + random.nextInt(2));
            case 6, 7 -> {
                String path = random.nextBoolean() ? "mine.txt" : "notes-" + random.nextInt(3) + ".txt";
                String content = "mine " + story.size();
                note("the user writes " + path);
                disk.folder(SimulatedDisk.WORKSPACE).put(path, content);
                edits.put(path, content);
                touched();
            }
            case 8 -> now = now.plusSeconds(random.nextInt(30));
            default -> one.reviveDead();
        }
    }

    /** Nothing it does has an effect from now on. */
    private void kill(SimulatedWorker worker) {
        worker.dead = true;
        for (SimulatedExecution execution : worker.executions) {
            for (int tries = 0; !execution.isOver(); tries++) {
                if (tries == MOST_LAST_STEPS) {
                    throw new IllegalStateException(execution + " goes on although its program was killed");
                }
                execution.resume();
            }
        }
        worker.executions.clear();
        leaveWorkspace(worker.name);
    }

    /** An event has been told to everybody, the trace among them. */
    void traced(Recorded event) {
        lastTold = event.seq();
    }

    void written() {
        invariants.traced(lastTold);
    }

    /** The first event of a transaction is told. */
    void told() {
        // One stop for all events of a transaction: between two of them nobody else can act either.
        if (tellable) {
            tellable = false;
            point("told");
        }
    }

    /** Where others may act, and where a program may die. */
    void point(String where) {
        SimulatedExecution own = running;
        if (own == null) {
            return;
        }
        if (!own.worker.dead) {
            own.pause(where);
        }
        touched();
        if (own.worker.dead) {
            throw new SimulatedExecution.Killed();
        }
    }

    private void interruptible(String where) throws InterruptedException {
        point(where);
        if (Thread.interrupted()) {
            throw new InterruptedException("ended at " + where);
        }
    }

    void needStore(String doing) {
        tellable = true;
        if (storeFaults > 0 && running != null) {
            storeFaults--;
            throw new StoreException(doing + " failed: the disk is full", "Free some space.", new IOException("full"));
        }
    }

    /** The worker that acts now. */
    String who() {
        SimulatedExecution own = running;
        return own == null ? "nobody" : own.worker.name;
    }

    /** As the system's lock on a workspace in which a run works in place: only a program that ends lets it go. */
    boolean holdWorkspace() {
        if (workspaceHolder.isEmpty()) {
            workspaceHolder = Optional.of(who());
        }
        return workspaceHolder.equals(Optional.of(who()));
    }

    void leaveWorkspace(String worker) {
        workspaceHolder = workspaceHolder.filter(holder -> !holder.equals(worker));
    }

    /** Whether the worker that acts now still has the step it works on. */
    boolean isHolder() {
        SimulatedExecution own = running;
        return own != null
                && store.flows().held().stream()
                        .anyMatch(held -> held.work().equals(own.picked().getId())
                                && held.worker().filter(own.worker.name::equals).isPresent());
    }

    /** Something was written: what must always hold is looked at again. */
    void touched() {
        changes++;
    }

    void running(SimulatedExecution execution) {
        running = execution;
    }

    void nobodyRuns() {
        running = null;
    }

    void broken(Throwable error) {
        broken = error;
    }

    void note(String what) {
        story.add(Duration.between(START, now).toMillis() + " " + what);
    }

    Agent agent(AgentSpec spec, Map<String, String> environment) {
        return new Agent() {
            @Override
            public String name() {
                return spec.name();
            }

            @Override
            public AgentResult run(AgentTask task, OutputListener listener) throws InterruptedException {
                return work(task);
            }
        };
    }

    private AgentResult work(AgentTask task) throws InterruptedException {
        interruptible("agent starts");
        SimulatedExecution own = Objects.requireNonNull(running);
        own.agentStarts();
        String step = task.environment().getOrDefault("MULLIGAN_SESSION", "");
        if (step.isEmpty()) {
            return result(0, "{\"ranking\": [\"c1\"], \"winner\": \"c1\", \"diagnosis\": \"a cause\"}", "");
        }
        String file = step.substring(step.lastIndexOf('-') + 1) + ".txt";
        invariants.called(file);
        SortedMap<String, String> files = disk.folder(name(task.workspace()));
        int luck = random.nextInt(100);
        note("agent on " + file + " in '" + name(task.workspace()) + "' luck " + luck);
        if (luck < 15) {
            interruptible("agent is overloaded");
            return result(1, "", OVERLOADED);
        }
        if (luck < 20) {
            return result(1, "", "segmentation fault");
        }
        if (luck < 28) {
            return result(0, "All done.", "");
        }
        files.put(file, "half");
        interruptible("agent works");
        if (own.isAgentEnded()) {
            return result(137, "", "killed");
        }
        files.put(file, luck < 55 ? "bad " + (1 + random.nextInt(3)) + " " + random.nextInt(50) : "good");
        interruptible("agent ends");
        return result(0, "I changed " + file, "");
    }

    private static AgentResult result(int exit, String reply, String error) {
        return new AgentResult(
                new ProcessResult(ProcessEnding.EXITED, OptionalInt.of(exit), reply, error),
                "agent",
                reply,
                Optional.empty(),
                Optional.empty(),
                new AgentResult.Effort(OptionalInt.empty(), new Usage(100, 10, 0, 0), Optional.empty()),
                List.of(),
                Optional.empty());
    }

    /** Agents that a worker which lost the step had started are ended before the next one starts. */
    private int endLeftovers(String run, String step) {
        List<SimulatedExecution> left = live().stream()
                .flatMap(worker -> worker.executions.stream())
                .filter(execution -> !execution.equals(running))
                .filter(execution -> execution.picked().getId().equals(run + "/" + step))
                .toList();
        left.forEach(SimulatedExecution::endAgent);
        return left.size();
    }

    /** {@code check s1}: three tests, of which a bad file fails as many as it says. */
    private ProcessResult verify(String command, Path folder) throws InterruptedException {
        interruptible("verifier starts");
        String file = command.substring(command.lastIndexOf(' ') + 1) + ".txt";
        String content = disk.folder(name(folder)).getOrDefault(file, "bad 3 0");
        interruptible("verifier ends");
        if (content.equals("good")) {
            return new ProcessResult(ProcessEnding.EXITED, OptionalInt.of(0), "3 passed\n", "");
        }
        int failing = content.startsWith("bad ") ? content.charAt(4) - '0' : 3;
        StringBuilder out = new StringBuilder();
        for (int test = 1; test <= failing; test++) {
            out.append("FAILED test_it.py::test_")
                    .append(test)
                    .append(" - AssertionError: ")
                    .append(test)
                    .append('\n');
        }
        return new ProcessResult(ProcessEnding.EXITED, OptionalInt.of(1), out.toString(), "");
    }

    Machine machine() {
        return new Machine(
                new SimulatedTime(),
                random::nextDouble,
                () -> "name-" + random.nextLong(),
                (command, folder, _, _, _) -> verify(command, folder),
                this::endLeftovers,
                Runnable::run,
                () -> new InlineExecutor(false),
                _ -> () -> {});
    }

    /** Waits are points at which time passes. */
    private final class SimulatedTime implements Time {
        @Override
        public long nanos() {
            return Duration.between(START, now).toNanos();
        }

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            SimulatedExecution own = running;
            if (own != null && !own.worker.dead) {
                own.pauseUntil(now.plus(duration));
            }
            interruptible("woken");
        }

        @Override
        public Alarm after(Duration delay, Runnable task) {
            return () -> {};
        }
    }

    Path path(String folder) {
        return home.resolve("work").resolve(folder.isEmpty() ? "-" : folder);
    }

    private static String name(Path folder) {
        String name = String.valueOf(folder.getFileName());
        return name.equals("-") ? SimulatedDisk.WORKSPACE : name;
    }

    List<String> story() {
        return story;
    }

    long seed() {
        return seed;
    }

    Instant now() {
        return now;
    }

    EventStore store() {
        return store;
    }

    Path home() {
        return home;
    }

    PlantedBug bug() {
        return bug;
    }

    SimulatedDisk disk() {
        return disk;
    }

    SimulatedWorkspace workspace() {
        return workspace;
    }

    String runId() {
        return runId;
    }

    Plan plan() {
        return plan;
    }

    Map<String, String> edits() {
        return edits;
    }
}
