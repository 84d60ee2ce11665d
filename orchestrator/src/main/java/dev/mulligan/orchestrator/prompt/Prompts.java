package dev.mulligan.orchestrator.prompt;

import dev.mulligan.agent.Prompt;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.plan.LoopSettings;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepCommand;
import java.util.Optional;

/** What agents are asked. */
public final class Prompts {

    private final StepScope scope;

    public Prompts(StepScope scope) {
        this.scope = scope;
    }

    String task() {
        StringBuilder task = new StringBuilder(scope.step().prompt());
        if (!scope.step().files().isEmpty()) {
            task.append("\n\nChange only: ")
                    .append(String.join(", ", scope.step().files()));
        }
        if (!scope.step().rules().forbid().isEmpty()) {
            task.append("\n\nChange nothing under: ")
                    .append(String.join(", ", scope.step().rules().forbid()));
        }
        scope.verify()
                .filter(verify -> !verify.commands().isEmpty())
                .ifPresent(verify -> task.append("\n\nIt counts as done when this passes: ")
                        .append(String.join(" && ", verify.commands()))
                        .append(". Do not weaken, skip or delete checks to get there."));
        return task.append("\nEdit the files yourself, or answer with one unified diff.")
                .toString();
    }

    /** The prompt of a command, with what went wrong before. */
    public Prompt of(Position position, PromptFrame wording) {
        return of(position, wording, Optional.empty());
    }

    /** {@code produced}: the change that failed, if there was one */
    public Prompt of(Position position, PromptFrame wording, Optional<String> produced) {
        Prompt first = Prompt.first(wording.around(task()));
        LoopSettings loop = scope.plan().loop();
        int repairs = position.state().repairs();
        // Telling an agent about a provider that was overloaded only confuses it.
        Optional<String> lastFailure = position.episode()
                .lastFailure()
                .filter(failure -> position.remedy() == Remedy.Simple.ADD_ERROR_CONTEXT)
                .map(failure -> failure.message());
        if (repairs == 0 && lastFailure.isEmpty() && position.note().isEmpty()) {
            return first;
        }
        String error = position.note().isEmpty() ? lastFailure.orElse("") : position.note();
        boolean fresh = position.command() instanceof StepCommand.Repair repair && repair.freshContext();
        String hint = takenBack(position)
                + (fresh ? "Earlier repairs got nowhere: look at the cause from a new side. " : "")
                + Suggestions.after(position);
        return first.after(
                new Prompt.RetryContext(repairs + 1, loop.maxIterations() + 1, error, produced, hint.strip()));
    }

    private static String takenBack(Position position) {
        boolean worse = !position.lastTree().isEmpty() && !position.bestTree().equals(position.lastTree());
        return worse ? "Your last change made things worse and was taken back. " : "";
    }
}
