package dev.mulligan.orchestrator.advice;

import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.run.AdaptFiles;
import dev.mulligan.record.AdaptEvent.CascadeContinued;
import dev.mulligan.record.AdaptEvent.CascadeDetected;
import dev.mulligan.record.QuestionEvent.QuestionAnswered;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.RunEvent.RunPaused;
import dev.mulligan.record.RunEvent.RunResumed;
import dev.mulligan.record.RunEvent.RunStopped;
import dev.mulligan.record.learn.CascadeRule;
import dev.mulligan.store.run.FlowWriter;
import dev.mulligan.store.run.RunStatus;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Holds a run up before new work starts when too many different things failed in its workspace lately. Steps that are
 * under way go on; only a person's word lets new ones start.
 */
public final class Cascades {

    private static final String CONTINUE = "continue";
    private static final String ABORT = "abort";

    private final AdaptFiles files;

    public Cascades(AdaptFiles files) {
        this.files = files;
    }

    public Optional<CascadeDetected> open(FlowWriter rows, Plan plan) {
        CascadeRule rule = files.config(plan.workspace()).cascade();
        return rule.enabled()
                ? rule.window()
                        .withAll(rows.recentItems(plan.place(), rule.windowSize()))
                        .cascade()
                : Optional.empty();
    }

    public static void hold(RunLog.Writing writing, String runId, CascadeDetected cascade, long number) {
        // Two dashes: no step's question looks like this.
        String id = "q-" + runId + "--cascade-" + number;
        String text = cascade.diagnosis() + ": " + String.join(", ", cascade.items()) + ". " + cascade.recommendation()
                + " Start the next step? (Without an answer it waits)";
        writing.rows().status(runId, RunStatus.HELD);
        writing.append(
                runId,
                List.of(
                        cascade,
                        new QuestionAsked(id, text, List.of(CONTINUE, ABORT), String.join("\n", cascade.items())),
                        new RunPaused("cascade", Optional.empty())));
    }

    public static boolean isQuestion(String runId, String questionId) {
        return questionId.startsWith("q-" + runId + "--cascade-");
    }

    /** What failed so far no longer counts. */
    public static void goOn(RunLog.Writing writing, String runId, Plan plan, String by) {
        writing.append(runId, List.of(new CascadeContinued(plan.place(), by)));
    }

    /**
     * Records what a person said; whether the run goes on.
     *
     * @throws IllegalArgumentException when it is no answer
     */
    public static boolean answer(
            RunLog.Writing writing, String runId, Plan plan, String questionId, String answer, String by) {
        String word = answer.strip().toLowerCase(Locale.ROOT);
        boolean yes = List.of(CONTINUE, "c", "yes", "y").contains(word);
        if (!yes && !List.of(ABORT, "a", "no", "n").contains(word)) {
            throw new IllegalArgumentException(
                    "'" + answer + "' is no answer to this question; there are " + CONTINUE + ", " + ABORT);
        }
        writing.append(runId, List.of(new QuestionAnswered(questionId, yes ? CONTINUE : ABORT, by)));
        if (yes) {
            goOn(writing, runId, plan, by);
            writing.append(runId, List.of(new RunResumed(by)));
            writing.rows().status(runId, RunStatus.RUNNING);
        } else {
            writing.rows().status(runId, RunStatus.STOPPED);
            writing.append(runId, List.of(new RunStopped("aborted", "given up by " + by + " after a cascade")));
        }
        return yes;
    }
}
