package dev.mulligan.examples;

import dev.mulligan.Recovery;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.policy.RetryPolicy;
import java.time.Duration;

/** The model is told why its last answer was wrong. */
public final class ErrorInPrompt {

    public static void main(String[] args) {
        var recovery =
                Recovery.of(RetryPolicy.fixed(Duration.ZERO).maxAttempts(3)).addingContext();

        int port = recovery.run(attempt -> {
            String hint = attempt.lastFailure()
                    .map(failure -> " Your last answer was wrong: " + failure.message())
                    .orElse("");
            String answer = model("Which port does HTTPS use?" + hint);
            return number(answer);
        });

        System.out.println("port " + port);
    }

    /** Chats, unless it is told to answer with a number. */
    private static String model(String prompt) {
        System.out.println("> " + prompt);
        return prompt.contains("wrong") ? "443" : "That would be 443!";
    }

    private static int number(String answer) {
        try {
            return Integer.parseInt(answer);
        } catch (NumberFormatException e) {
            throw new FailureException(Failure.of(
                    FailureType.TOOL_FAILURE, false, "\"" + answer + "\" is not a number", Action.REPHRASE, "example"));
        }
    }

    private ErrorInPrompt() {}
}
