package dev.mulligan.orchestrator.attempt;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.AgentResult;
import dev.mulligan.agent.AgentTask;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.failure.outcome.AgentEvidence.FinalWord;
import dev.mulligan.orchestrator.journal.LiveEvents;
import dev.mulligan.orchestrator.plan.Step;
import dev.mulligan.orchestrator.workcopy.ForbiddenPaths;
import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.record.WorkspaceEvent.CheckpointCreated;
import dev.mulligan.workspace.ApplyOptions;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.path.ConfigPaths;
import dev.mulligan.workspace.snapshot.TreePatch;
import dev.mulligan.workspace.snapshot.UnreadableName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Lets an agent work in a place and looks at what it really did, whatever it says. */
final class Coder {

    /**
     * What an attempt may change.
     *
     * @param allowed the only paths; empty for any
     * @param guarded what must stay as it is in any case
     */
    record Paths(List<String> allowed, ForbiddenPaths guarded) {

        static Paths of(Step step) {
            return new Paths(step.files(), new ForbiddenPaths(step.rules().forbid()));
        }

        boolean isAny() {
            return allowed.isEmpty() && guarded.prefixes().isEmpty();
        }

        boolean mayChange(String path) {
            return Coder.mayChange(path, allowed) && !guarded.covers(path);
        }

        /** In words. */
        String rule() {
            String only = allowed.isEmpty() ? "" : "this step may change " + String.join(", ", allowed) + " only";
            String never = guarded.prefixes().isEmpty()
                    ? ""
                    : "nothing under " + String.join(", ", guarded.prefixes()) + " may change";
            return only.isEmpty() ? never : never.isEmpty() ? only : only + ", and " + never;
        }
    }

    /** The rule of a failure that says the agent's program is not there. */
    static final String MISSING = "run.agent-missing";

    /** What a shell ends with when it does not know a program. */
    private static final int NOT_FOUND = 127;

    private final Classifier classifier;

    Coder(Classifier classifier) {
        this.classifier = classifier;
    }

    /**
     * @param before the files as they are now
     * @param paths what may change
     */
    AttemptResult code(
            Agent agent,
            AgentTask task,
            WorkFolder place,
            String before,
            Paths paths,
            String operation,
            LiveEvents live)
            throws IOException, InterruptedException {
        place.keep(before, agent.name() + " worked for " + operation)
                .ifPresent(id -> live.add(new CheckpointCreated(
                        id, Optional.empty(), "your files as they were: mulligan checkpoint restore " + id)));
        place.handOver();
        AgentResult result;
        try {
            result = agent.run(task, (stream, line) -> live.chunk(operation, stream, line));
        } catch (InterruptedException stopped) {
            takeBackStopped(place, before, live);
            throw stopped;
        }
        Optional<Failure> failure = failure(result);
        if (failure.isPresent()) {
            RestoredFiles.tell(place.startOver(before), "the attempt failed", live);
            return new AttemptResult.Failed(result, failure.get());
        }
        String after;
        try {
            after = place.snapshot();
        } catch (UnreadableName unreadable) {
            // Another attempt can do without that file, so it is the attempt that failed and not the machine.
            RestoredFiles.tell(place.startOver(before), "the attempt left a file that cannot be read", live);
            return new AttemptResult.Unusable(
                    result, "UNREADABLE_NAME", "", unreadable.getMessage() + ". The change was taken back.");
        }
        String rung = "edited";
        if (after.equals(before)) {
            place.handOver();
            PatchOutcome outcome = place.apply(
                    result.reply(), ApplyOptions.DEFAULT.allowingConfig(path -> isNamed(path, paths.allowed())));
            switch (outcome) {
                case PatchOutcome.Refused refused -> {
                    PatchProblem first = refused.problems().getFirst();
                    boolean noPatch = !first.file().isPresent();
                    return new AttemptResult.Unusable(
                            result,
                            noPatch ? "NO_CHANGE" : first.kind().name(),
                            first.file().orElse(""),
                            noPatch ? "the agent changed nothing, and its answer holds no edit" : refused.text());
                }
                case PatchOutcome.NoOp noOp -> {
                    return unchanged(result, noOp.reason());
                }
                case PatchOutcome.AlreadyApplied _ -> {
                    return unchanged(result, "everything the answer asks for was there before");
                }
                case PatchOutcome.Applied applied -> rung = rung(applied);
            }
            after = place.snapshot();
            if (after.equals(before)) {
                return unchanged(result, "its answer changes nothing");
            }
        }
        TreePatch patch = place.trees().between(before, after);
        List<String> touched = new ArrayList<>(patch.files());
        if (!paths.isAny()) {
            touched.addAll(place.changedBeside());
        }
        Optional<String> forbidden =
                touched.stream().filter(path -> !paths.mayChange(path)).findFirst();
        if (forbidden.isPresent()) {
            RestoredFiles.tell(place.bring(before, after), "the attempt changed what it may not", live);
            return new AttemptResult.Unusable(
                    result,
                    "FORBIDDEN_PATH",
                    forbidden.get(),
                    "the change touched " + forbidden.get() + "; " + paths.rule() + ". It was taken back.");
        }
        Optional<String> tool = touched.stream()
                .filter(path -> (ConfigPaths.contain(path) || ConfigPaths.contain(path + "/x"))
                        && !isNamed(path, paths.allowed()))
                .findFirst();
        if (tool.isPresent()) {
            RestoredFiles.tell(place.bring(before, after), "the attempt changed how tools behave", live);
            return new AttemptResult.Unusable(
                    result,
                    "FORBIDDEN_PATH",
                    tool.get(),
                    "the change touched " + tool.get() + ", which changes how tools behave. It was taken back. Do the"
                            + " task without it; a plan allows it by naming the path in the step's files:");
        }
        return new AttemptResult.Changed(result, after, patch, rung);
    }

    /** Somebody ends the run: what the agent had begun in the workspace itself is put back before we go. */
    private static void takeBackStopped(WorkFolder place, String before, LiveEvents live) throws IOException {
        // Work with files and git cannot be done by a thread that is marked as interrupted.
        boolean marked = Thread.interrupted();
        try {
            RestoredFiles.tell(place.bring(before, place.snapshot()), "the attempt was stopped", live);
        } finally {
            if (marked) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static AttemptResult unchanged(AgentResult result, String why) {
        return new AttemptResult.Unusable(result, "NO_CHANGE", "", "the agent changed nothing: " + why);
    }

    private static String rung(PatchOutcome.Applied applied) {
        return applied.placements().stream()
                .map(placement -> placement.rung().name().toLowerCase(Locale.ROOT))
                .distinct()
                .reduce((a, b) -> a + "+" + b)
                .orElse("exact");
    }

    /** The plan's word for a file that changes how tools behave: named itself, or a folder of such files. */
    private static boolean isNamed(String path, List<String> allowed) {
        return allowed.stream()
                .filter(named -> ConfigPaths.contain(named) || ConfigPaths.contain(named + "/x"))
                .anyMatch(named -> mayChange(path, List.of(named)));
    }

    private static boolean mayChange(String path, List<String> allowed) {
        return allowed.isEmpty()
                || allowed.stream()
                        .anyMatch(prefix ->
                                path.equals(prefix) || path.startsWith(prefix.endsWith("/") ? prefix : prefix + "/"));
    }

    /** Only an agent that ended by itself, with 0, without an error and without a refused tool has not failed. */
    Optional<Failure> failure(AgentResult result) {
        String what = switch (result.ended().ending()) {
            case EXITED -> "";
            case TIMED_OUT -> "the agent took longer than it may";
            case SILENT -> "the agent printed nothing for too long";
            case TOOL_TIMED_OUT, TOOL_FAILED -> firstLine(result.reply());
            case CANCELLED -> "the agent was cancelled";
            case NOT_STARTED -> missing(result);
        };
        switch (result.ended().ending()) {
            case TIMED_OUT, SILENT, TOOL_TIMED_OUT -> {
                return Optional.of(Failure.of(
                        FailureType.TIMEOUT,
                        true,
                        what,
                        Action.RETRY,
                        "run.agent-" + result.ended().ending().name().toLowerCase(Locale.ROOT)));
            }
            // Another attempt would use the tool once more, and the tool has had its own.
            case TOOL_FAILED -> {
                return Optional.of(Failure.of(FailureType.TOOL_FAILURE, false, what, Action.STOP, "run.tool-attempts"));
            }
            case CANCELLED -> {
                return Optional.of(Failure.of(FailureType.RESOURCE, false, what, Action.STOP, "run.agent-start"));
            }
            case NOT_STARTED -> {
                return Optional.of(Failure.of(FailureType.RESOURCE, false, what, Action.STOP, MISSING));
            }
            case EXITED -> {}
        }
        int exit = result.ended().exitCode().orElse(-1);
        if (exit == NOT_FOUND && result.reply().isBlank()) {
            return Optional.of(Failure.of(FailureType.RESOURCE, false, missing(result), Action.STOP, MISSING));
        }
        boolean saysError =
                result.finalWord().filter(word -> word != FinalWord.SUCCESS).isPresent();
        if (exit == 0 && !saysError) {
            return result.denied().isEmpty()
                    ? noTurn(result)
                    : Optional.of(Failure.of(
                            FailureType.TOOL_FAILURE,
                            false,
                            "the agent was not allowed to use " + String.join(", ", result.denied())
                                    + "; give it permissions: everything, or another task",
                            Action.STOP,
                            "run.permission-denied"));
        }
        Failure failure = switch (classifier.classify(result.evidence())) {
            case Verdict.Failed failed -> failed.failure();
            case Verdict.NotAFailure odd ->
                Failure.of(
                        FailureType.TOOL_FAILURE,
                        false,
                        saysError
                                ? "the agent reports that it failed: " + firstLine(result.reply())
                                : "the agent ended with " + exit + ": " + odd.message(),
                        Action.REPHRASE,
                        "run.agent-error");
        };
        return Optional.of(withSignal(failure, result));
    }

    /** What it printed last says nothing about why it ended so. */
    private static Failure withSignal(Failure failure, AgentResult result) {
        Optional<String> signal = result.ended().signal();
        if (signal.isEmpty() || failure.message().contains(signal.get())) {
            return failure;
        }
        String how = "the agent was ended by " + signal.get()
                + (signal.get().equals("SIGKILL") ? ", as the system does when memory runs out" : "");
        boolean silent =
                result.ended().stderr().isBlank() && result.ended().stdout().isBlank();
        return failure.withMessage(silent ? how : how + "; it said: " + failure.message());
    }

    private static String missing(AgentResult result) {
        return "the agent cannot be started: " + firstLine(result.ended().stderr())
                + ". Install it, or name another agent";
    }

    private static Optional<Failure> noTurn(AgentResult result) {
        return result.turns().isPresent() && result.turns().getAsInt() == 0
                ? Optional.of(Failure.of(
                        FailureType.TOOL_FAILURE,
                        false,
                        "the agent ended without taking a turn",
                        Action.REPHRASE,
                        "run.no-turn"))
                : Optional.empty();
    }

    private static String firstLine(String text) {
        return text.lines().filter(line -> !line.isBlank()).findFirst().orElse("no reason given");
    }
}
