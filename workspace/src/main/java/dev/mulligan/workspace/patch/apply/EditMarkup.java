package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.BlockMarks;
import dev.mulligan.workspace.patch.parse.BracketMarks;
import dev.mulligan.workspace.patch.text.TextFile;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Marks of edits that are about to become the content of a file. */
final class EditMarkup {
    private static final List<String> STARTS = List.of(
            "*** Begin Patch",
            "*** End Patch",
            "*** Update File:",
            "diff --git ",
            "@@ -",
            ":start_line:",
            "<old_str",
            "</old_str",
            "<new_str",
            "</new_str",
            "<write_to_file>",
            "</write_to_file>",
            "<replace_in_file>",
            "</replace_in_file>",
            "<apply_diff>",
            "</apply_diff>",
            "<invoke name=",
            "</invoke>",
            "</parameter>");
    private static final List<String> MAY_HOLD_MARKS =
            List.of(".md", ".mdx", ".rst", ".txt", ".adoc", ".patch", ".diff", ".snap");

    private EditMarkup() {}

    /** The first such line among the new ones; none if the file is of a kind that may hold it, or does already. */
    static Optional<PatchProblem> in(String path, Stream<String> added, TextFile before) {
        if (MAY_HOLD_MARKS.stream().anyMatch(path::endsWith)
                || before.lines().stream().map(TextFile.Line::text).anyMatch(EditMarkup::isMark)) {
            return Optional.empty();
        }
        return added.filter(EditMarkup::isMark)
                .findFirst()
                .map(line -> PatchProblem.in(
                        path,
                        Kind.INVALID_PATCH,
                        "a mark of an edit would become a line of the file: \"" + line.strip() + "\"",
                        "Send the change as a unified diff, and nothing else in the same block."));
    }

    private static boolean isMark(String line) {
        if (line.isEmpty() || Character.isWhitespace(line.charAt(0))) {
            return false;
        }
        return STARTS.stream().anyMatch(line::startsWith)
                || BlockMarks.opens(line)
                || BlockMarks.closesByName(line)
                || BracketMarks.isMark(line);
    }
}
