package dev.mulligan.cli.exec;

import dev.mulligan.agent.process.ProcessEnding;
import dev.mulligan.agent.process.ProcessResult;
import dev.mulligan.cli.support.FileNames;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.TimeText;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.explain.Explanation;
import dev.mulligan.orchestrator.run.AttemptListener;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.record.WorkspaceEvent.CheckpointCreated;
import dev.mulligan.record.WorkspaceEvent.RollbackPerformed;
import dev.mulligan.redact.Secrets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** What a person sees while a command is tried and mended. */
final class ExecProgress implements AttemptListener {

    private final ExecPlan plan;
    private final Screen screen;
    private final boolean quiet;
    private final AtomicInteger runs = new AtomicInteger();
    private volatile int lastExit = 1;

    ExecProgress(ExecPlan plan, Screen screen, boolean quiet) {
        this.plan = plan;
        this.screen = screen;
        this.quiet = quiet;
    }

    /** Counts on from the runs of the command before it was killed or stopped. */
    void resumeAfter(int earlier) {
        runs.set(earlier);
    }

    /** Of the last run of the command in this program. */
    int lastExit() {
        return lastExit;
    }

    @Override
    public void changed(List<String> files, Optional<String> diagnosis) {
        String why = diagnosis.map(said -> ": " + said).orElse("");
        screen.line("  changed " + Secrets.redact(FileNames.of(files) + why));
    }

    @Override
    public void refused(String problem) {
        screen.line("  " + Secrets.redact(problem));
    }

    @Override
    public void started(String command) {
        int run = runs.incrementAndGet();
        screen.line(screen.dim("▶ " + String.join(" ", plan.command()) + "  (attempt " + run + " of "
                + Math.max(run, plan.tries()) + ")"));
    }

    @Override
    public void line(String line) {
        if (!quiet) {
            screen.line(line);
        }
    }

    @Override
    public void ended(ProcessResult ended, Explanation explained) {
        lastExit = ended.exitCode().orElse(1);
        int run = runs.get();
        if (lastExit != 0 || ended.ending() != ProcessEnding.EXITED) {
            screen.line(screen.yellow("⚠ " + plan.kind().wireName() + " failed (attempt " + run + "/"
                            + Math.max(run, plan.tries()) + "): ")
                    + cutOff(ended.ending())
                    + Secrets.redact(Headline.of(explained)));
        }
    }

    /** The signal that ended it is ours and says nothing about the command. */
    private static String cutOff(ProcessEnding ending) {
        return switch (ending) {
            case TIMED_OUT -> "it took longer than --timeout and was ended. ";
            case SILENT -> "it printed nothing for too long and was ended. ";
            case EXITED, TOOL_TIMED_OUT, TOOL_FAILED, CANCELLED, NOT_STARTED -> "";
        };
    }

    void show(Event event) {
        switch (event) {
            case AttemptStarted started
            when !started.operationId().endsWith("/check") ->
                screen.line(screen.cyan("✎ " + plan.agentName() + " is fixing it …"));
            case RetryScheduled scheduled ->
                screen.line(screen.yellow("… " + scheduled.error().message()) + "; again in "
                        + TimeText.millis(scheduled.delayMs()));
            case CheckpointCreated saved -> screen.line(screen.dim("  " + saved.label()));
            case RollbackPerformed back ->
                screen.line(screen.yellow("  put back " + FileNames.of(back.files()))
                        + screen.dim("  undo: mulligan checkpoint restore " + back.undo()));
            default -> {}
        }
    }
}
