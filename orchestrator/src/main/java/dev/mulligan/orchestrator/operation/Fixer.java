package dev.mulligan.orchestrator.operation;

import dev.mulligan.agent.Agent;
import dev.mulligan.agent.AgentResult;
import dev.mulligan.agent.AgentTask;
import dev.mulligan.workspace.ApplyOptions;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.git.Checkpoint;
import dev.mulligan.workspace.patch.PatchOutcome;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Lets an agent change the work, and sees to it that only allowed files were touched. */
final class Fixer {

    private final ExecOrder order;
    private final Workspace workspace;

    Fixer(ExecOrder order, Workspace workspace) {
        this.order = order;
        this.workspace = workspace;
    }

    /** What came of it, in one line for the record. */
    sealed interface Fix {
        record Made(List<String> files, String diagnosis) implements Fix {}

        record Nothing(String why) implements Fix {}
    }

    Fix fix(Agent agent, FixRequest request) throws IOException, InterruptedException {
        Checkpoint before = workspace.checkpoints().create("before fix " + (request.attempt() - 1));
        AgentTask task = AgentTask.of(request.prompt(task()), order.workspace()).within(order.limits());
        Optional<String> model = request.model().or(order::model);
        AgentTask whole = model.map(task::model).orElse(task);
        AgentResult result =
                agent.run(request.temperature().map(whole::temperature).orElse(whole), Agent.ChunkListener.NOBODY);
        List<String> touched = workspace.checkpoints().preview(before.id());
        if (touched.isEmpty()) {
            PatchOutcome outcome = workspace.apply(result.reply(), ApplyOptions.DEFAULT);
            if (outcome instanceof PatchOutcome.Refused refused) {
                return new Fix.Nothing(said(result) + refused.text());
            }
            touched = workspace.checkpoints().preview(before.id());
        }
        Optional<String> forbidden = touched.stream().filter(this::isForbidden).findFirst();
        if (forbidden.isPresent()) {
            workspace.checkpoints().restore(before.id());
            return new Fix.Nothing("the fix touched " + forbidden.get() + ", which it must not; it was taken back");
        }
        return touched.isEmpty()
                ? new Fix.Nothing(said(result) + "the fixer changed nothing")
                : new Fix.Made(touched, firstLine(result.reply()));
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

    private boolean isForbidden(String path) {
        return order.forbidden().stream()
                .anyMatch(
                        prefix -> path.equals(prefix) || path.startsWith(prefix.endsWith("/") ? prefix : prefix + "/"));
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
