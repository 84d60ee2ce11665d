package dev.mulligan.orchestrator.prompt;

import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.orchestrator.journal.Position;
import java.util.Optional;

/** One sentence for the next attempt, fitting what went wrong. */
final class Suggestions {

    private Suggestions() {}

    static String after(Position position) {
        if (position.state().repaired().notApplied() > 0) {
            return "Read the file again before you edit it, and quote its lines exactly as they are now.";
        }
        Optional<FailureType> type = position.episode().lastFailure().map(Failure::type);
        if (type.isEmpty()) {
            return position.state().seen().isEmpty()
                    ? ""
                    : "Start from the first failing check: find what it demands, then change the code, not the check.";
        }
        return type.get().advice();
    }
}
