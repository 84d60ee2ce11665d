package dev.mulligan.orchestrator.prompt;

import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.orchestrator.journal.Position;
import java.util.Optional;

/** One sentence for the next attempt, fitting what went wrong. */
final class Suggestions {

    private Suggestions() {}

    static String after(Position position) {
        if (position.state().notApplied() > 0) {
            return "Read the file again before you edit it, and quote its lines exactly as they are now.";
        }
        Optional<FailureType> type = position.episode().lastFailure().map(Failure::type);
        if (type.isEmpty()) {
            return position.state().seen().isEmpty()
                    ? ""
                    : "Start from the first failing check: find what it demands, then change the code, not the check.";
        }
        return switch (type.get()) {
            case TIMEOUT -> "Do it in smaller pieces, and start nothing that waits for input.";
            case CONTENT_FILTER -> "Say it in other words; quote no more of the files than you must.";
            case CONTEXT_LIMIT -> "Read fewer files, and only the parts you need.";
            case INVALID_REQUEST -> "Keep to the form that was asked for.";
            case TOOL_FAILURE -> "Use only tools you are allowed to use, and check what each one answered.";
            case RATE_LIMIT,
                    SERVER_ERROR,
                    OVERLOADED,
                    NETWORK,
                    AUTH_ERROR,
                    QUOTA_EXHAUSTED,
                    MODEL_UNAVAILABLE,
                    RESOURCE,
                    CANCELLED,
                    UNKNOWN -> "";
        };
    }
}
