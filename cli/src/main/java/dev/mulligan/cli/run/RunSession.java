package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.RunEvent.RunPaused;
import dev.mulligan.record.RunEvent.RunStopped;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.event.Positioned;
import dev.mulligan.store.event.Views;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** One sitting with an engine: starts or resumes a run, shows it, asks what must be asked, and ends with a verdict. */
final class RunSession {

    private static final int PAGE = 1_000;
    private static final long EVERY_MILLIS = 60;

    private final Command command;
    private final RunPlace place;
    private final boolean json;
    private final boolean quiet;

    RunSession(Command command, RunPlace place, RunScreenFlags flags) {
        this.command = command;
        this.place = place;
        this.json = flags.json;
        this.quiet = flags.quiet;
    }

    int run(Function<Engine, String> begin) throws InterruptedException {
        Screen shown = json ? command.errors() : command.screen();
        try (EventStore store = place.open(command.environment());
                RunScreen screen = new RunScreen(shown, quiet);
                Engine engine = Engine.start(place.setup(store, command.config(), command.environment()))) {
            AtomicReference<String> started = new AtomicReference<>("");
            Thread hook = new Thread(
                    () -> new Interruption(store, shown, runId -> "mulligan resume " + runId)
                            .letGo(engine, String.valueOf(started.get())),
                    "mulligan-let-go");
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                long before = store.position();
                List<Views.OpenQuestion> waiting = store.views().questions(PAGE).stream()
                        .filter(question -> question.answeredAt().isEmpty())
                        .toList();
                String runId = begin.apply(engine);
                started.set(runId);
                Optional<Path> locked = lock(store, runId);
                GitLock.tell(locked, shown);
                for (Views.OpenQuestion question : waiting) {
                    if (question.runId().equals(runId)) {
                        shown.line(shown.yellow("? " + question.text()));
                        if (!answered(engine, runId, shown, question.id(), question.choices())) {
                            return ExitCode.TRY_LATER;
                        }
                    }
                }
                int exit = await(engine, runId, store, shown, screen, before);
                GitLock.tell(lock(store, runId).filter(path -> locked.isEmpty()), shown);
                return exit;
            } catch (IllegalArgumentException e) {
                throw new UserError(String.valueOf(e.getMessage()), "`mulligan status` lists the runs.");
            } finally {
                removeHook(hook);
            }
        }
    }

    private static Optional<Path> lock(EventStore store, String runId) {
        return store.flows().find(runId).flatMap(InterruptedRuns::folderInPlace).flatMap(GitLock::of);
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The program is ending already, and the hook is what ends it.
        }
    }

    /** Follows the store and not this engine: another program that shares the store may carry out part of the run. */
    private int await(Engine engine, String runId, EventStore store, Screen shown, RunScreen screen, long before)
            throws InterruptedException {
        long position = before;
        while (true) {
            List<Positioned> fresh = store.since(position, PAGE);
            for (Positioned next : fresh) {
                position = next.position();
                if (next.recorded().runId().equals(runId)) {
                    screen.accept(next.recorded());
                    Optional<Integer> end = turn(engine, runId, store, shown, next.recorded());
                    if (end.isPresent()) {
                        engine.catchUp(runId).ifPresent(problem -> shown.line(shown.yellow("mulligan: " + problem)));
                        return end.get();
                    }
                }
            }
            if (fresh.isEmpty()) {
                Thread.sleep(EVERY_MILLIS);
            }
        }
    }

    private Optional<Integer> turn(Engine engine, String runId, EventStore store, Screen shown, Recorded recorded) {
        switch (recorded.event()) {
            case RunFinished finished -> {
                return Optional.of(finished(runId, finished, store));
            }
            case RunStopped _ -> {
                return Optional.of(ExitCode.FAILED);
            }
            case QuestionAsked question -> {
                if (quiet) {
                    shown.line("? " + question.text());
                }
                if (!answered(engine, runId, shown, question.questionId(), question.choices())) {
                    return Optional.of(ExitCode.TRY_LATER);
                }
            }
            case RunPaused paused
            when paused.resumeAt().isEmpty()
                    && !paused.reason().equals("cascade")
                    && !paused.reason().equals(Interruption.REASON) -> {
                shown.line(shown.yellow("Paused. Go on with: mulligan resume " + runId));
                return Optional.of(ExitCode.TRY_LATER);
            }
            default -> {}
        }
        return Optional.empty();
    }

    private static boolean answered(
            Engine engine, String runId, Screen shown, String questionId, List<String> choices) {
        return TerminalAnswers.answered(engine, runId, shown, questionId, choices, "mulligan resume " + runId);
    }

    private int finished(String runId, RunFinished finished, EventStore store) {
        List<StepFinished> steps = store.events(runId, 0, 1_000_000).stream()
                .map(Recorded::event)
                .filter(StepFinished.class::isInstance)
                .map(StepFinished.class::cast)
                .toList();
        if (json) {
            command.screen()
                    .line(Json.write(Json.object(
                            "runId", runId,
                            "success", finished.success(),
                            "outcome", finished.outcome(),
                            "stepsPassed", finished.stepsPassed(),
                            "stepsFailed", finished.stepsFailed(),
                            "costMicros", finished.costMicros(),
                            "durationMs", finished.durationMs(),
                            "steps",
                                    steps.stream()
                                            .map(step -> Json.object(
                                                    "id", step.stepId(),
                                                    "success", step.success(),
                                                    "outcome", step.outcome(),
                                                    "attempts", step.attempts()))
                                            .toList())));
        }
        if (finished.success()) {
            return ExitCode.OK;
        }
        boolean noEvidence = !steps.isEmpty()
                && steps.stream()
                        .filter(step -> !step.success())
                        .allMatch(step -> step.outcome().equals("no_evidence"));
        return noEvidence ? ExitCode.NO_EVIDENCE : ExitCode.FAILED;
    }
}
