package dev.mulligan.cli.exec;

import dev.mulligan.cli.exec.ExecReport.Try;
import dev.mulligan.cli.support.FileNames;
import dev.mulligan.event.Event;
import dev.mulligan.failure.Failure;
import dev.mulligan.orchestrator.step.StopReason;
import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.PatchEvent.PatchApplied;
import dev.mulligan.record.PatchEvent.PatchApplyFailed;
import dev.mulligan.record.PatchEvent.PatchProposed;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.record.VerificationEvent.VerificationFinished;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The tries of one command, read from the events of its run. */
final class ExecTries {

    private final List<Try> tries = new ArrayList<>();
    private final Set<String> touched = new LinkedHashSet<>();
    private Optional<VerificationFinished> checked = Optional.empty();
    private Optional<VerificationFinished> lastChecked = Optional.empty();
    private Optional<String> failed = Optional.empty();
    private Optional<String> fix = Optional.empty();
    private Optional<String> diagnosis = Optional.empty();
    private Optional<StepFinished> end = Optional.empty();
    private Optional<String> learnt = Optional.empty();

    static ExecTries of(List<Event> events) {
        ExecTries all = new ExecTries();
        events.forEach(all::add);
        return all;
    }

    private void add(Event event) {
        switch (event) {
            case PatchProposed proposed -> diagnosis = proposed.diagnosis();
            case PatchApplied applied -> {
                touched.addAll(applied.files());
                fix = Optional.of("changed " + FileNames.of(applied.files())
                        + diagnosis.map(said -> ": " + said).orElse(""));
            }
            case PatchApplyFailed refused -> fix = Optional.of(refused.kind() + ": " + firstLine(refused.error()));
            case VerificationFinished finished -> {
                checked = Optional.of(finished);
                lastChecked = checked;
            }
            case AttemptFinished finished -> tried(finished);
            case StepFinished finished -> end = Optional.of(finished);
            case LearningRecorded record -> learnt = Optional.of(record.id());
            default -> {}
        }
    }

    private void tried(AttemptFinished finished) {
        tries.add(new Try(
                tries.size() + 1,
                checked.map(seen -> seen.passed() ? 0 : 1).orElse(1),
                checked.map(VerificationFinished::signature).orElse(""),
                checked.map(VerificationFinished::failures).orElse(0),
                finished.failure()
                        .map(Failure::message)
                        .or(() -> checked.map(VerificationFinished::summary))
                        .orElse(""),
                fix,
                finished.strategy()));
        failed = checked.isPresent() ? finished.failure().map(Failure::message) : failed;
        checked = Optional.empty();
        fix = Optional.empty();
        diagnosis = Optional.empty();
    }

    /** Files that attempts changed, kept or not. */
    Set<String> touched() {
        return touched;
    }

    /**
     * @param exitCode of the last run of the command
     * @param changed files that differ from the beginning
     */
    ExecReport report(int exitCode, List<String> changed) {
        boolean success = end.filter(StepFinished::success).isPresent();
        String outcome = end.map(StepFinished::outcome).orElse("stopped");
        String error = success ? "" : error(outcome);
        return new ExecReport(
                success ? ExecReport.Ending.PASSED : failed(outcome),
                exitCode,
                lastChecked.map(VerificationFinished::summary).orElse(""),
                error,
                changed,
                tries,
                learnt);
    }

    private static ExecReport.Ending failed(String outcome) {
        if (outcome.equals(StopReason.NO_EVIDENCE.wireName())) {
            return ExecReport.Ending.NO_EVIDENCE;
        }
        return outcome.equals(StopReason.SKIPPED.wireName()) ? ExecReport.Ending.SKIPPED : ExecReport.Ending.FAILED;
    }

    /** What the command said last, unless something else ended it. */
    private String error(String outcome) {
        boolean byCommand =
                List.of(StopReason.ITERATIONS_USED_UP, StopReason.NON_IMPROVING, StopReason.NOT_APPLICABLE).stream()
                        .anyMatch(reason -> reason.wireName().equals(outcome));
        return failed.filter(_ -> byCommand)
                .or(() -> end.flatMap(StepFinished::failure).map(Failure::message))
                .orElse("it was stopped");
    }

    private static String firstLine(String text) {
        return text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
    }
}
