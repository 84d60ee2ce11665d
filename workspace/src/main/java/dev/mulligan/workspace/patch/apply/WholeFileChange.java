package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.FileChange;
import dev.mulligan.workspace.patch.edit.FileEdit.Action;
import dev.mulligan.workspace.patch.edit.MatchLevel;
import dev.mulligan.workspace.patch.edit.PatchOutcome.HunkPlacement;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.locate.LineSubstance;
import dev.mulligan.workspace.patch.text.LineIndex;
import dev.mulligan.workspace.patch.text.LineKey;
import dev.mulligan.workspace.patch.text.Placeholders;
import dev.mulligan.workspace.patch.text.TextFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Replaces or creates a file from its complete new text. */
final class WholeFileChange {
    private static final int SHORT_FILE = 15;
    private static final int TINY_FILE = 3;

    private WholeFileChange() {}

    static FileDraft.Result replace(
            String path, Optional<byte[]> before, Action action, String text, Optional<Boolean> executable) {
        Optional<TextFile> old = before.flatMap(TextFile::of);
        if (before.isPresent() && old.isEmpty()) {
            return FileDraft.Result.problem(PatchProblem.in(
                    path, Kind.INVALID_PATCH, "the file is binary", "Only text files can be replaced this way."));
        }
        if (text.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            return FileDraft.Result.problem(PatchProblem.in(
                    path, Kind.INVALID_PATCH, "the new content is not text", "Send text without NUL characters."));
        }
        byte[] after = old.filter(file -> file.size() > 0)
                .map(file -> styled(file, text))
                .orElseGet(() -> text.getBytes(StandardCharsets.UTF_8));
        boolean same = before.isPresent() && Arrays.equals(before.get(), after);
        Optional<PatchProblem> objection =
                same ? Optional.empty() : objection(path, old.filter(file -> file.size() > 0), action, text);
        return objection
                .map(FileDraft.Result::problem)
                .orElseGet(() -> new FileDraft.Result(
                        List.of(new FileChange(path, before, Optional.of(after), same ? Optional.empty() : executable)),
                        List.of(new HunkPlacement(path, 0, same ? MatchLevel.ALREADY_THERE : MatchLevel.WHOLE_FILE)),
                        List.of()));
    }

    private static Optional<PatchProblem> objection(String path, Optional<TextFile> old, Action action, String text) {
        LineIndex known =
                new LineIndex(old.orElseGet(() -> TextFile.of(new byte[0]).orElseThrow()));
        Optional<String> placeholder = text.lines()
                .filter(line -> old.isPresent()
                        ? Placeholders.isPlaceholder(line, path)
                        : Placeholders.isPlaceholderInNewFile(line, path))
                .filter(line -> known.id(LineKey.WHITESPACE, line) < 0)
                .findFirst();
        if (placeholder.isPresent()) {
            return Optional.of(Placeholders.problem(path, placeholder.get()));
        }
        if (old.isPresent() && text.isBlank()) {
            return Optional.of(emptied(path));
        }
        Optional<PatchProblem> mark = EditMarkup.in(path, text.lines(), known.file());
        if (mark.isPresent()) {
            return mark;
        }
        if (old.isPresent() && action == Action.CREATE) {
            return Optional.of(PatchProblem.in(
                    path,
                    Kind.ALREADY_EXISTS,
                    "the file exists already with other content",
                    "Send a change to the existing file, or choose another name."));
        }
        if (old.isPresent() && action == Action.WRITE && isExcerpt(old.get(), text)) {
            return Optional.of(PatchProblem.in(
                    path,
                    Kind.INVALID_PATCH,
                    "the text given for the whole file has only a small part of it",
                    "Send the complete file, or a diff of the change."));
        }
        return Optional.empty();
    }

    static PatchProblem emptied(String path) {
        return PatchProblem.in(
                path,
                Kind.INVALID_PATCH,
                "the edit would leave the file empty",
                "Delete the file explicitly if that is meant; otherwise send its content.");
    }

    /** A path and a fenced snippet look like a whole file; a third of the old lines must still be there. */
    private static boolean isExcerpt(TextFile old, String text) {
        TextFile fresh = TextFile.of(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        LineIndex index = new LineIndex(fresh);
        if (old.size() <= TINY_FILE) {
            return false;
        }
        if (old.size() <= SHORT_FILE) {
            boolean shares = old.lines().stream()
                    .filter(line -> LineSubstance.hasWord(line.text()))
                    .anyMatch(line -> index.id(LineKey.WHITESPACE, line.text()) >= 0);
            return !shares || fresh.size() * 2 < old.size();
        }
        long kept = old.lines().stream()
                .filter(line -> index.id(LineKey.WHITESPACE, line.text()) >= 0)
                .count();
        return kept * 3 < old.size() || fresh.size() * 3 < old.size();
    }

    /** The new text with the line ends, the byte order mark and the end the file has. */
    private static byte[] styled(TextFile old, String text) {
        String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
        TextFile fresh = TextFile.of(plain.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        return new TextFile(old.bom(), StandardCharsets.UTF_8, old.lines())
                .bytes(LineEnds.kept(old, fresh), old.endsWithNewline());
    }
}
