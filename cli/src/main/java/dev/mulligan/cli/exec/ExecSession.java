package dev.mulligan.cli.exec;

import dev.mulligan.agent.process.ProcessLimits;
import dev.mulligan.cli.run.Interruption;
import dev.mulligan.cli.run.TerminalAnswers;
import dev.mulligan.cli.support.FileNames;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.config.Config;
import dev.mulligan.event.Event;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunOptions;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.AdaptEvent.CascadeDetected;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.RunEvent.RunPaused;
import dev.mulligan.record.RunEvent.RunStopped;
import dev.mulligan.record.VerificationEvent.VerificationFinished;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import dev.mulligan.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/** Carries out one command as a run of one step, in this program and nowhere else. */
final class ExecSession {

    /** How it ended: a report, or a run that sleeps until an answer or a usage window. */
    sealed interface End {
        record Over(ExecReport report, Optional<CascadeDetected> cascade) implements End {}

        record Waiting(String why) implements End {}
    }

    private static final int MOST_EVENTS = 1_000_000;
    private static final int MOST_RUNS = 200;

    private final EventStore store;
    private final Path home;
    private final ExecPlan plan;
    private final ExecProgress progress;
    private final Screen screen;

    ExecSession(EventStore store, Path home, ExecPlan plan, ExecProgress progress, Screen screen) {
        this.store = store;
        this.home = home;
        this.plan = plan;
        this.progress = progress;
        this.screen = screen;
    }

    /** @param resume whether to go on with the same command where it was left */
    End run(
            Config config,
            Map<String, String> environment,
            ProcessLimits limits,
            RunOptions said,
            boolean attended,
            boolean resume)
            throws IOException, InterruptedException {
        BlockingQueue<Recorded> events = new LinkedBlockingQueue<>();
        AtomicReference<String> started = new AtomicReference<>("");
        EngineSetup setup = EngineSetup.embedded(store, home, config, environment)
                .limits(limits)
                .slots(1)
                .alone(plan.lane(), progress)
                .listener(events::add);
        List<FlowRow> left = left();
        if (!resume) {
            // Before an engine is there that would take them up.
            left.forEach(row -> abandon(setup, row.runId()));
        }
        try (Engine engine = Engine.start(setup)) {
            Thread hook = new Thread(
                    () -> new Interruption(store, screen, _ -> "the same command and --resume")
                            .letGo(engine, String.valueOf(started.get())),
                    "mulligan-let-go");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                String runId = begin(engine, left, said, attended, resume);
                started.set(runId);
                return follow(engine, runId, events);
            } finally {
                removeHook(hook);
            }
        }
    }

    private void abandon(EngineSetup setup, String runId) {
        for (Engine.LeftBehind files : Engine.abandon(setup, runId, "a new start of the same command")) {
            screen.line(screen.yellow("! an earlier call was killed while its agent worked; changed since then: "
                    + FileNames.of(files.files())));
            screen.line("  as they were: "
                    + files.before()
                            .map(id -> "mulligan checkpoint restore " + id)
                            .orElse("your last commit"));
        }
    }

    private String begin(Engine engine, List<FlowRow> left, RunOptions said, boolean attended, boolean resume) {
        if (resume && !left.isEmpty()) {
            String runId = left.getFirst().runId();
            progress.resumeAfter((int) store.events(runId, 0, MOST_EVENTS).stream()
                    .filter(recorded -> recorded.event() instanceof VerificationFinished)
                    .count());
            engine.resume(runId, "exec --resume");
            return runId;
        }
        return engine.start(
                new RunOrder(plan.name(), plan.text(), plan.workspace(), List.of(), List.of(), attended, said));
    }

    /** Runs of the same command that were killed or stopped by hand, newest first. */
    private List<FlowRow> left() {
        return store.flows().newest(MOST_RUNS).stream()
                .filter(row -> row.status() == RunStatus.RUNNING || row.status() == RunStatus.PAUSED)
                .filter(row ->
                        Json.parseObject(row.options()).text("planName", "").equals(plan.name()))
                .filter(row -> Json.parseObject(row.options())
                        .text("base", "")
                        .equals(plan.workspace().toString()))
                .toList();
    }

    private End follow(Engine engine, String runId, BlockingQueue<Recorded> events)
            throws IOException, InterruptedException {
        while (true) {
            Recorded next = events.take();
            if (!next.runId().equals(runId)) {
                continue;
            }
            progress.show(next.event());
            switch (next.event()) {
                case RunFinished _, RunStopped _ -> {
                    engine.catchUp(runId).ifPresent(problem -> screen.line(screen.yellow("mulligan: " + problem)));
                    return over(runId);
                }
                case QuestionAsked question -> {
                    screen.line(screen.yellow("? " + question.text()));
                    boolean answered = TerminalAnswers.answered(
                            engine,
                            runId,
                            screen,
                            question.questionId(),
                            question.choices(),
                            "the same command with --resume");
                    if (!answered) {
                        return new End.Waiting("it waits for an answer");
                    }
                }
                case RunPaused paused
                when paused.resumeAt().isPresent() -> {
                    engine.pause(runId, Interruption.REASON);
                    return new End.Waiting("the usage window opens at "
                            + paused.resumeAt().get() + "; go on then with the same command and --resume");
                }
                default -> {}
            }
        }
    }

    private End over(String runId) throws IOException {
        List<Event> all = store.events(runId, 0, MOST_EVENTS).stream()
                .map(Recorded::event)
                .toList();
        ExecTries tries = ExecTries.of(all);
        Optional<CascadeDetected> cascade = all.stream()
                .filter(CascadeDetected.class::isInstance)
                .map(CascadeDetected.class::cast)
                .reduce((_, newer) -> newer);
        return new End.Over(tries.report(progress.lastExit(), changed(runId, tries)), cascade);
    }

    /** What attempts changed and still differs from the beginning. */
    private List<String> changed(String runId, ExecTries tries) throws IOException {
        if (tries.touched().isEmpty()) {
            return List.of();
        }
        String base = store.flows().steps(runId).getFirst().tree();
        var checkpoints = Workspace.open(plan.workspace()).checkpoints();
        return checkpoints.trees().between(base, checkpoints.snapshot()).files().stream()
                .filter(tries.touched()::contains)
                .toList();
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending already, and the hook is what ends it.
        }
    }
}
