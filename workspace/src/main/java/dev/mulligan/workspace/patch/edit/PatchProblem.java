package dev.mulligan.workspace.patch.edit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Why an edit was refused, in words the next attempt can act on.
 *
 * @param file the file concerned, if any
 * @param hunk which hunk of it, from 1
 * @param nearestLines the lines of the file that come closest to what was quoted, with their numbers
 * @param suggestion what to do about it
 */
public record PatchProblem(
        Kind kind,
        Optional<String> file,
        OptionalInt hunk,
        String reason,
        List<String> nearestLines,
        String suggestion) {
    /** What went wrong. */
    public enum Kind {
        HUNK_FAILED,
        AMBIGUOUS,
        FILE_NOT_FOUND,
        ALREADY_EXISTS,
        INVALID_PATCH,
        FORBIDDEN_PATH,
        TOO_LARGE
    }

    public PatchProblem {
        nearestLines = List.copyOf(nearestLines);
    }

    /** One paragraph, as a person or a model reads it. */
    public String text() {
        StringBuilder out = new StringBuilder(kind.name());
        file.ifPresent(name -> out.append(' ').append(name));
        hunk.ifPresent(number -> out.append(" hunk ").append(number));
        out.append(": ").append(reason);
        if (!nearestLines.isEmpty()) {
            out.append("\nThe file has here:");
            nearestLines.forEach(line -> out.append("\n  ").append(line));
        }
        return suggestion.isEmpty()
                ? out.toString()
                : out.append('\n').append(suggestion).toString();
    }

    public static PatchProblem of(Kind kind, String reason, String suggestion) {
        return new PatchProblem(kind, Optional.empty(), OptionalInt.empty(), reason, List.of(), suggestion);
    }

    public static PatchProblem in(String file, Kind kind, String reason, String suggestion) {
        return new PatchProblem(kind, Optional.of(file), OptionalInt.empty(), reason, List.of(), suggestion);
    }

    public PatchProblem at(int number, List<String> nearest) {
        return new PatchProblem(kind, file, OptionalInt.of(number), reason, nearest, suggestion);
    }
}
