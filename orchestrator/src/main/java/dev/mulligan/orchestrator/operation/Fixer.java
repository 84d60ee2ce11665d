package dev.mulligan.orchestrator.operation;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.AgentResult;
import dev.mulligan.agent.AgentTask;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.workspace.ApplyOptions;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.git.Checkpoints;
import dev.mulligan.workspace.patch.PatchOutcome;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Lets an agent change the work, and sees to it that only allowed files were touched. */
final class Fixer {

    private final ExecOrder order;
    private final Workspace workspace;
    private final Consumer<Checkpoints.TakenBack> told;

    /** @param told hears which files were put back */
    Fixer(ExecOrder order, Workspace workspace, Consumer<Checkpoints.TakenBack> told) {
        this.order = order;
        this.workspace = workspace;
        this.told = told;
    }

    /** What came of it, in one line for the record. */
    sealed interface Fix {
        record Made(List<String> files, String diagnosis) implements Fix {}

        record Nothing(String why) implements Fix {}
    }

    Fix fix(Agent agent, FixRequest request) throws IOException, InterruptedException {
        Checkpoints checkpoints = workspace.checkpoints();
        checkpoints.create("before fix " + (request.attempt() - 1));
        Guarded guarded = new Guarded(order.forbidden());
        String before = checkpoints.snapshot(guarded.files(workspace.root()));
        AgentTask task = AgentTask.of(request.prompt(task()), order.workspace())
                .recordedIn(EngineSetup.processRecords())
                .within(order.limits());
        Optional<String> model = request.model().or(order::model);
        AgentTask whole = model.map(task::model).orElse(task);
        AgentResult result;
        try {
            result = agent.run(request.temperature().map(whole::temperature).orElse(whole), Agent.ChunkListener.NOBODY);
        } catch (InterruptedException stopped) {
            takeBack(before, "a fix that was stopped", guarded);
            throw stopped;
        }
        String after = checkpoints.snapshot(guarded.files(workspace.root()));
        if (after.equals(before)) {
            PatchOutcome outcome = workspace.apply(result.reply(), ApplyOptions.DEFAULT);
            if (outcome instanceof PatchOutcome.Refused refused) {
                return new Fix.Nothing(said(result) + refused.text());
            }
            after = checkpoints.snapshot(guarded.files(workspace.root()));
        }
        List<String> touched = checkpoints.trees().between(before, after).files();
        Optional<String> forbidden = touched.stream().filter(guarded::covers).findFirst();
        if (forbidden.isPresent()) {
            takeBack(before, "a fix that touched what it must not", guarded);
            return new Fix.Nothing("the fix touched " + forbidden.get() + ", which it must not; it was taken back");
        }
        return touched.isEmpty()
                ? new Fix.Nothing(said(result) + "the fixer changed nothing")
                : new Fix.Made(touched, firstLine(result.reply()));
    }

    /** Right after the agent has ended: all that differs is its work, as far as anybody can know. */
    private void takeBack(String before, String what, Guarded guarded) throws IOException {
        // Work with files and git cannot be done by a thread that is marked as interrupted.
        boolean marked = Thread.interrupted();
        try {
            Collection<String> also = guarded.files(workspace.root());
            Checkpoints checkpoints = workspace.checkpoints();
            told.accept(checkpoints.takeBack(
                    before, checkpoints.snapshot(also), "before " + what + " was taken back", also));
        } finally {
            if (marked) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private String task() {
        String rules = order.forbidden().isEmpty()
                ? ""
                : " Do not change anything under " + String.join(", ", order.forbidden()) + ".";
        return "The command `" + String.join(" ", order.command())
                + "` fails in this workspace. Find the cause and fix the code so"
                + " that it passes. Do not weaken, skip or delete checks to get there." + rules
                + " Either edit the files yourself, or answer with a short diagnosis and one unified diff.";
    }

    private static String said(AgentResult result) {
        int exit = result.ended().exitCode().orElse(-1);
        return exit == 0 ? "" : "the fixer ended with " + exit + "; ";
    }

    private static String firstLine(String text) {
        return text.lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .map(String::strip)
                .orElse("");
    }
}
