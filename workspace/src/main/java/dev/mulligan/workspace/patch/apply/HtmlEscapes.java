package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.text.HtmlEntities;
import dev.mulligan.workspace.patch.text.LineIndex;
import dev.mulligan.workspace.patch.text.LineKey;
import dev.mulligan.workspace.patch.text.TextFile;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides for each file as a whole whether an escaped bracket in its edits is what the file has or came from something that
 * escapes HTML. Lines quoted from the file prove it; what one file proves settles the files that prove nothing.
 */
final class HtmlEscapes {
    private enum Verdict {
        LITERAL,
        ESCAPED,
        MIXED,
        UNPROVEN
    }

    /** Lines that are looked up; more would prove nothing else. */
    private static final int MOST_PROOFS = 200;

    private boolean someEscaped;
    private boolean someLiteral;

    /** Takes note of what a file's edits prove, before any of them is applied. */
    void weigh(String path, List<FileStep> changes, TextFile file) {
        switch (verdict(path, changes, file)) {
            case ESCAPED -> someEscaped = true;
            case LITERAL ->
                someLiteral |= changes.stream().flatMap(FileStep::oldLines).anyMatch(HtmlEntities::occurIn);
            case MIXED, UNPROVEN -> {}
        }
    }

    /** The changes as they are meant. */
    List<FileStep> settle(String path, List<FileStep> changes, TextFile file) {
        boolean escaped = switch (verdict(path, changes, file)) {
            case ESCAPED -> true;
            case UNPROVEN -> someEscaped && !someLiteral;
            case LITERAL, MIXED -> false;
        };
        return escaped
                ? changes.stream()
                        .map(change -> change.withTexts(HtmlEntities::decode))
                        .toList()
                : changes;
    }

    Optional<PatchProblem> problem(String path, List<FileStep> changes, TextFile file) {
        return switch (verdict(path, changes, file)) {
            case LITERAL, ESCAPED -> Optional.empty();
            case MIXED -> Optional.of(problem(path, "some of the quoted lines are escaped for HTML and some are not"));
            case UNPROVEN ->
                someEscaped && !someLiteral
                        ? Optional.empty()
                        : Optional.of(
                                problem(
                                        path,
                                        "lines have HTML escapes such as &lt; and nothing shows whether they are meant literally"));
        };
    }

    private static PatchProblem problem(String path, String reason) {
        return PatchProblem.in(
                path,
                Kind.INVALID_PATCH,
                reason,
                "Send the change without HTML escapes, or quote a line of the file that has such an escape.");
    }

    private static Verdict verdict(String path, List<FileStep> changes, TextFile file) {
        List<String> quoted = changes.stream()
                .flatMap(FileStep::oldLines)
                .filter(HtmlEntities::occurIn)
                .limit(MOST_PROOFS)
                .toList();
        boolean adds = changes.stream().flatMap(FileStep::newLines).anyMatch(HtmlEntities::occurIn);
        if (quoted.isEmpty() && !adds) {
            return Verdict.LITERAL;
        }
        LineIndex index = new LineIndex(file);
        long literal = quoted.stream().filter(line -> stands(line, index)).count();
        long escaped = quoted.stream()
                .filter(line -> !stands(line, index) && stands(HtmlEntities.decode(line), index))
                .count();
        if (literal > 0 || escaped > 0) {
            boolean both = literal > 0 && escaped > 0;
            return both ? Verdict.MIXED : literal > 0 ? Verdict.LITERAL : Verdict.ESCAPED;
        }
        boolean bare = changes.stream()
                .flatMap(change -> Stream.concat(change.oldLines(), change.newLines()))
                .anyMatch(HtmlEntities::hasBare);
        return !adds || bare || HtmlEntities.isMarkup(path) ? Verdict.LITERAL : Verdict.UNPROVEN;
    }

    /** As a line, or as a part of one. */
    private static boolean stands(String line, LineIndex index) {
        if (index.id(LineKey.PUNCTUATION, line) >= 0) {
            return true;
        }
        String text = line.strip();
        return index.file().lines().stream().anyMatch(it -> it.text().contains(text));
    }
}
