package dev.mulligan.server.session;

import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import java.util.Optional;

/** The words that tell a model what went wrong and what to do differently. A person reads and edits them first. */
final class RetryPrompt {

    private static final int MOST_OUTPUT = 3_000;

    private RetryPrompt() {}

    static String of(Optional<Failure> failure, String error, String failedOutput) {
        StringBuilder text = new StringBuilder("The previous attempt at this did not work.\n");
        String what = error.isBlank() ? failure.map(Failure::message).orElse("") : error;
        if (!what.isBlank()) {
            text.append("\nError");
            failure.ifPresent(f -> text.append(" (").append(f.type().wireName()).append(')'));
            text.append(":\n").append(what.strip()).append('\n');
        }
        if (!failedOutput.isBlank()) {
            text.append("\nWhat came out:\n")
                    .append(clipped(failedOutput.strip()))
                    .append('\n');
        }
        text.append("\nDo the task again and do not repeat that mistake. ");
        return text.append(failure.map(RetryPrompt::suggestion)
                        .orElse("Say first what you will do differently, then do it."))
                .toString();
    }

    private static String clipped(String text) {
        return text.length() <= MOST_OUTPUT ? text : text.substring(0, MOST_OUTPUT) + "\n… cut short …";
    }

    private static String suggestion(Failure failure) {
        if (failure.bestAction() == Action.FIX_CONFIG) {
            return "If the cause lies outside of the conversation, say what has to be set up.";
        }
        if (failure.type().isUsuallyTransient()) {
            return "The cause was most likely outside of your work: go on where you were, in smaller steps.";
        }
        String advice = failure.type().advice();
        return advice.isEmpty() ? "Say first what you will do differently, then do it." : advice;
    }
}
