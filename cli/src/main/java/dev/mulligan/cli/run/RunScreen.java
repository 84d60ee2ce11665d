package dev.mulligan.cli.run;

import dev.mulligan.attempt.Remedy;
import dev.mulligan.cli.support.FileNames;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.TimeText;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.FallbackUsed;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.record.AdaptEvent.CascadeContinued;
import dev.mulligan.record.AdaptEvent.CascadeDetected;
import dev.mulligan.record.AdaptEvent.StrategyApplied;
import dev.mulligan.record.AdaptEvent.StrategyRecommended;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.record.CandidateEvent.CandidateGenerated;
import dev.mulligan.record.CandidateEvent.CandidateSelected;
import dev.mulligan.record.CandidateEvent.JudgeDecided;
import dev.mulligan.record.DiagnosisEvent.DiagnosisCompleted;
import dev.mulligan.record.PatchEvent.PatchApplied;
import dev.mulligan.record.PatchEvent.PatchApplyFailed;
import dev.mulligan.record.QuestionEvent.QuestionAnswered;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.RunEvent.BudgetExceeded;
import dev.mulligan.record.RunEvent.RunEscalated;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.RunEvent.RunPaused;
import dev.mulligan.record.RunEvent.RunResumed;
import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.record.RunEvent.RunStopped;
import dev.mulligan.record.StepEvent.RepairAttempted;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.record.StepEvent.StepStarted;
import dev.mulligan.record.VerificationEvent.VerificationFinished;
import dev.mulligan.record.WorkspaceEvent.CheckpointCreated;
import dev.mulligan.record.WorkspaceEvent.ResultLanded;
import dev.mulligan.record.WorkspaceEvent.RollbackPerformed;
import dev.mulligan.record.advice.Advice;
import dev.mulligan.store.trace.Recorded;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** A run as lines people like to read; on a terminal with one more that counts down to what comes next. */
public final class RunScreen implements Consumer<Recorded>, AutoCloseable {

    private final Screen screen;
    private final boolean quiet;
    private final CountdownLine live;

    public RunScreen(Screen screen, boolean quiet) {
        this.screen = screen;
        this.quiet = quiet;
        this.live = CountdownLine.of(screen, quiet);
    }

    @Override
    public void accept(Recorded recorded) {
        if (quiet) {
            return;
        }
        synchronized (live) {
            Optional<String> line = line(recorded);
            if (line.isPresent()) {
                live.clear();
                screen.line(line.get());
                screen.flush();
            }
            live.about(recorded);
        }
    }

    private Optional<String> line(Recorded recorded) {
        Event event = recorded.event();
        return Optional.ofNullable(
                switch (event) {
                    case RunStarted run ->
                        screen.bold(run.name())
                                + screen.dim("  run " + recorded.runId() + ", " + run.steps() + " "
                                        + (run.steps() == 1 ? "step" : "steps") + ", level " + run.level());
                    case RunResumed resumed -> screen.dim("resumed by " + resumed.by());
                    case StepStarted step -> screen.cyan("▸ " + step.stepId()) + screen.dim("  " + step.stage());
                    case AttemptStarted attempt
                    when attempt.attempt() > 1 ->
                        "  " + attempt.operationId() + ": attempt " + attempt.attempt() + " of " + attempt.maxAttempts()
                                + screen.dim("  " + inWords(attempt.remedy()));
                    case RepairAttempted repair ->
                        "  " + repair.stepId() + ": repair " + repair.iteration()
                                + screen.dim(
                                        repair.freshContext()
                                                ? ": the agent starts a new conversation with what is known so far"
                                                : ": the agent is told what failed and tries again");
                    case PatchApplied patch ->
                        screen.dim("  " + patch.stepId() + ": the agent changed " + FileNames.of(patch.files()));
                    case PatchApplyFailed patch ->
                        screen.yellow("  " + patch.stepId() + ": the agent's answer cannot be used: "
                                + firstLine(withoutKind(patch)));
                    case VerificationFinished check ->
                        check.passed()
                                ? screen.green("  " + check.stepId() + ": the check passes")
                                        + screen.dim(inBrackets(firstLine(check.summary())))
                                : screen.yellow(
                                        "  " + check.stepId() + ": the check fails: " + firstLine(check.summary()));
                    case RetryScheduled retry ->
                        screen.yellow("  " + retry.operationId() + ": "
                                        + firstLine(retry.error().message()))
                                + screen.dim("; tried again in " + TimeText.millis(retry.delayMs()) + " (attempt "
                                        + retry.attempt() + " of " + retry.maxAttempts() + ")");
                    case RetryExhausted end -> screen.red("  " + end.operationId() + ": " + end.why());
                    case ModelEscalated up ->
                        screen.cyan("  " + up.operationId() + ": " + up.toModel() + " takes over from "
                                        + up.fromModel())
                                + screen.dim(" (" + up.reason().wireName().replace('_', ' ') + ")");
                    case FallbackUsed other ->
                        screen.yellow("  " + other.operationId() + ": " + other.toModel() + " stands in for "
                                + other.fromModel() + ", which cannot serve");
                    case RunEscalated up ->
                        screen.cyan("  " + up.stepId().orElse("run") + ": "
                                        + (up.reason().equals("patch_apply_failures")
                                                ? "answers keep failing to apply"
                                                : "repairs no longer help"))
                                + ", so several candidates are made side by side"
                                + screen.dim(" (" + up.from() + " → " + up.to() + ")");
                    case CandidateGenerated one ->
                        screen.dim("  " + one.stepId() + ": candidate " + one.candidate()
                                + (one.valid() ? " is ready" : " cannot be used")
                                + one.error().map(why -> ": " + firstLine(why)).orElse(""));
                    case CandidateSelected one ->
                        "  " + one.stepId() + ": candidate " + one.candidate()
                                + " passes the check with the smallest change, so it is taken";
                    case JudgeDecided judge ->
                        "  " + judge.stepId() + ": the judge prefers candidate " + judge.winner();
                    case DiagnosisCompleted found ->
                        "  " + found.stepId() + ": a diagnosis found "
                                + (found.hypotheses().isEmpty()
                                        ? "no explanation"
                                        : Screen.counted(found.hypotheses().size(), "explanation") + "; each is tried");
                    case BudgetExceeded over -> screen.red("  budget: the limit of " + over.kind() + " is used up");
                    case QuestionAsked question -> screen.yellow("? " + question.text());
                    case QuestionAnswered answer ->
                        screen.dim("  answered: " + answer.answer() + ", by " + answer.by());
                    case StrategyRecommended advice
                    when !advice.strategy().equals(Advice.RETRY) ->
                        screen.cyan("  advice for " + advice.stage() + ": "
                                        + (advice.strategy().equals(Advice.ABORT)
                                                ? "another attempt of the same kind is not worth it"
                                                : advice.strategy()))
                                + screen.dim(inBrackets(advice.why()));
                    case StrategyApplied choice
                    when !(choice.strategy().equals(Advice.RETRY)
                            && choice.decidedBy().equals("policy")) ->
                        "  strategy: " + choice.strategy() + screen.dim("  by " + choice.decidedBy());
                    case CascadeDetected cascade ->
                        screen.red("‖ cascade: " + cascade.diagnosis())
                                + screen.dim("  " + String.join(", ", cascade.items()));
                    case CascadeContinued gone ->
                        screen.dim("  the cascade was looked at; going on (" + gone.by() + ")");
                    case RollbackPerformed back ->
                        screen.yellow("  put back " + FileNames.of(back.files()))
                                + screen.dim("  " + back.reason() + "; kept as " + back.undo());
                    case ResultLanded landed
                    when !landed.meanwhile().isEmpty() ->
                        screen.dim("  " + landed.stepId() + ": merged with what changed in the meantime in "
                                + FileNames.of(landed.meanwhile()));
                    case RunPaused paused ->
                        paused.resumeAt()
                                .map(at -> screen.yellow("  waits until " + at + " (" + paused.reason() + ")"))
                                .orElse(null);
                    case StepFinished step ->
                        (step.success() ? screen.green("✓ " + step.stepId()) : screen.red("✗ " + step.stepId()))
                                + screen.dim(
                                        "  " + step.attempts() + (step.attempts() == 1 ? " attempt, " : " attempts, ")
                                                + TimeText.millis(step.durationMs()) + money(step.costMicros())
                                                + step.failure()
                                                        .map(failure -> ": " + failure.message())
                                                        .orElse(""));
                    case CheckpointCreated result when isWorthSaying(result) -> "  " + result.label();
                    case RunStopped stopped -> screen.red(stopped.why());
                    case RunFinished run -> verdict(run);
                    default -> null;
                });
    }

    private static String inWords(Remedy remedy) {
        return switch (remedy) {
            case Remedy.Simple.NOTHING -> "";
            case Remedy.Simple.WAIT -> "after a wait";
            case Remedy.Simple.ADD_ERROR_CONTEXT -> "the agent is told what went wrong";
            case Remedy.Simple.REPAIR -> "from what the last attempt left";
            case Remedy.Simple.SHRINK_CONTEXT -> "with less in the prompt";
            case Remedy.Simple.FRESH_CONTEXT -> "in a new conversation";
            case Remedy.OtherStrategy other -> "strategy " + other.name();
            case Remedy.StrongerModel up -> "with " + up.model();
            case Remedy.FallbackModel other -> "with " + other.model();
            case Remedy.RestoreCheckpoint _ -> "from a checkpoint";
            case Remedy.Candidates several -> Screen.counted(several.count(), "candidate") + " side by side";
        };
    }

    private static boolean isWorthSaying(CheckpointCreated result) {
        return result.stepId().isEmpty() || result.label().startsWith("nothing of it stays");
    }

    private String verdict(RunFinished run) {
        boolean partial = run.outcome().equals("partial");
        String word =
                partial ? screen.yellow("partial") : run.success() ? screen.green("passed") : screen.red("failed");
        return word
                + screen.dim("  " + run.stepsPassed() + " of " + (run.stepsPassed() + run.stepsFailed()) + " steps, "
                        + (partial ? run.stepsFailed() + " skipped, " : "")
                        + TimeText.millis(run.durationMs()) + money(run.costMicros())
                        + (run.outcome().startsWith("final") ? ", " + run.outcome() : ""));
    }

    private static String money(long micros) {
        return micros == 0 ? "" : String.format(Locale.ROOT, ", $%.4f", micros / 1e6);
    }

    /** The reason in words; its kind is for programs. */
    private static String withoutKind(PatchApplyFailed patch) {
        return patch.error().startsWith(patch.kind() + " ")
                ? patch.error().substring(patch.kind().length() + 1)
                : patch.error();
    }

    private static String inBrackets(String text) {
        return text.isBlank() ? "" : " (" + text + ")";
    }

    private static String firstLine(String text) {
        return text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
    }

    @Override
    public void close() {
        live.close();
    }
}
