package dev.mulligan.agent;

import dev.mulligan.agent.process.ClippedText;
import dev.mulligan.text.Json;
import java.util.Optional;

/**
 * What the agent is asked, and what it must know about the attempts before. This is how retry state crosses the process
 * boundary: as text for language models, as JSON for other programs.
 */
public record Prompt(String task, Optional<RetryContext> retryContext) {

    /** About four characters a token: enough for a bound, and no tokenizer to carry. */
    static final int CHARS_PER_TOKEN = 4;

    /**
     * The attempts before.
     *
     * @param lastError the lines a fixer needs
     * @param failedOutput what the last attempt produced, if it is worth seeing
     * @param hint what to do differently
     */
    public record RetryContext(
            int attempt, int maxAttempts, String lastError, Optional<String> failedOutput, String hint) {}

    public static Prompt first(String task) {
        return new Prompt(task, Optional.empty());
    }

    public Prompt after(RetryContext context) {
        return new Prompt(task, Optional.of(context));
    }

    /** As text, at most so many tokens: the task is kept whole, the error comes before the output. */
    public String text(int maxTokens) {
        if (retryContext.isEmpty()) {
            return task;
        }
        RetryContext context = retryContext.get();
        int room = Math.max(0, maxTokens * CHARS_PER_TOKEN - task.length() - 400);
        String error = ClippedText.to(context.lastError(), room * 2 / 3);
        String output = context.failedOutput()
                .map(text -> ClippedText.to(text, room - Math.min(room, error.length())))
                .orElse("");
        StringBuilder prompt = new StringBuilder();
        prompt.append("This is attempt ")
                .append(context.attempt())
                .append(" of ")
                .append(context.maxAttempts());
        prompt.append(". The attempt before failed:\n---\n").append(error).append("\n---\n");
        if (!output.isBlank()) {
            prompt.append("What it produced:\n---\n").append(output).append("\n---\n");
        }
        prompt.append("Do not repeat that mistake.");
        if (!context.hint().isBlank()) {
            prompt.append(' ').append(context.hint());
        }
        return prompt.append("\n\nThe task:\n").append(task).toString();
    }

    /** {@code {task, retryContext: {attempt, maxAttempts, lastError, failedOutput, hint}}}. */
    public String json(int maxTokens) {
        int room = Math.max(0, maxTokens * CHARS_PER_TOKEN - task.length());
        return Json.write(Json.object(
                "task",
                task,
                "retryContext",
                retryContext
                        .map(context -> Json.object(
                                "attempt", context.attempt(),
                                "maxAttempts", context.maxAttempts(),
                                "lastError", ClippedText.to(context.lastError(), room * 2 / 3),
                                "failedOutput", context.failedOutput().map(text -> ClippedText.to(text, room / 3)),
                                "hint", context.hint()))
                        .orElse(null)));
    }
}
