package dev.mulligan.simulator.agent;

import java.util.List;
import java.util.Optional;

/** Diffs as models get them wrong. None of them may be applied. */
final class BadDiffs {

    static final List<String> KINDS = List.of("context", "cut", "prose");

    private BadDiffs() {}

    static Optional<String> of(String file, String kind) {
        String head = "--- a/" + file + "\n+++ b/" + file + "\n";
        return switch (kind) {
            case "context" -> Optional.of(head + """
                        @@ -1,3 +1,3 @@
                         a line that this file never had
                        -and this one, which is to go
                        +and this one, which is to come
                         nor this
                        """);
            case "cut" -> Optional.of(head + "@@ -1,30 +1,31 @@\n a line that this file never had\n-and th");
            case "prose" ->
                Optional.of("Here is the change for " + file
                        + ":\n```diff\n@@ ... @@\n // ... existing code ...\n-the old call\n+the new call\n```\n");
            default -> Optional.empty();
        };
    }
}
