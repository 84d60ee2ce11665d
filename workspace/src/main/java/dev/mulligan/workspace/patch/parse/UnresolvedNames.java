package dev.mulligan.workspace.patch.parse;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A line right before a fence or a block that reads like the name of a file and names none: what stands under it would
 * be dropped, or land in the file of the block before it.
 */
public final class UnresolvedNames {
    private static final int MOST_WORDS = 4;
    private static final Set<String> INTRODUCTIONS = Set.of(
            "create",
            "created",
            "add",
            "added",
            "new",
            "file",
            "update",
            "updated",
            "write",
            "edit",
            "modify",
            "modified",
            "replace",
            "rewrite",
            "change",
            "changed",
            "the",
            "a",
            "and",
            "then",
            "now",
            "finally",
            "first",
            "next",
            "also",
            "full",
            "complete",
            "content",
            "contents",
            "of",
            "for",
            "in",
            "to",
            "step");
    private static final Set<String> TEXT_ENDINGS = Set.of(
            "txt", "md", "rst", "json", "yaml", "yml", "toml", "ini", "cfg", "conf", "xml", "html", "css", "csv", "sql",
            "py", "java", "kt", "js", "ts", "tsx", "jsx", "go", "rs", "rb", "php", "c", "h", "cpp", "cs", "swift",
            "sh");

    private static final Set<String> CHANGING = Set.of(
            "replace", "change", "add", "insert", "append", "prepend", "update", "modify", "rename", "delete",
            "remove");

    private UnresolvedNames() {}

    /** @param edits what was understood of the answer; a file it names is resolved */
    public static Optional<PatchProblem> in(AnswerLines rest, List<FileEdit> edits) {
        if (edits.isEmpty() && rest.origin().depth() > 0) {
            return Optional.empty();
        }
        List<String> lines = rest.lines();
        int last = -1;
        for (int i = 0; i < lines.size(); i++) {
            boolean taken = rest.isTaken(i, i + 1);
            Optional<CodeFence> fence = CodeFence.opening(lines.get(i));
            int end = i;
            if (fence.isPresent()) {
                end = closing(lines, fence.get(), i);
            }
            boolean introduces = last >= 0 && last >= i - 2 && (taken || fence.isPresent());
            if (introduces && isDropped(rest, last, i, end, edits)) {
                return Optional.of(problem(lines.get(last)));
            }
            if (introduces && !taken && isAsked(rest, last, i, end, edits)) {
                return Optional.of(PatchProblem.of(
                        Kind.INVALID_PATCH,
                        UnparsedEdits.quoted(
                                "a sentence asks for a change of a file, and the code below it is in no form of an edit",
                                lines.subList(last, Math.min(end, lines.size()))),
                        "Send this change as an edit too, such as a unified diff with --- and +++ lines."));
            }
            if (taken || fence.isPresent()) {
                last = -1;
            } else if (!lines.get(i).isBlank()) {
                last = i;
            }
            i = end;
        }
        return Optional.empty();
    }

    private static int closing(List<String> lines, CodeFence fence, int start) {
        int end = start + 1;
        while (end < lines.size() && !fence.isClosedBy(lines.get(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDropped(AnswerLines rest, int line, int start, int end, List<FileEdit> edits) {
        List<String> lines = rest.lines();
        boolean block = rest.isTaken(start, Math.max(start + 1, end));
        boolean blank = lines.subList(Math.min(start + 1, end), Math.min(end, lines.size())).stream()
                .allMatch(String::isBlank);
        if ((!block && blank)
                || rest.nameIn(line).isPresent()
                || !readsLikeName(lines.get(line), rest.origin().files())) {
            return false;
        }
        String name = WrittenPath.bare(lines.get(line)).replace("`", "");
        String token = name.substring(name.lastIndexOf(' ') + 1);
        boolean understood = edits.stream()
                .map(FileEdit::shownPath)
                .anyMatch(path -> path.endsWith(token) || token.endsWith("/" + path));
        String info = CodeFence.opening(lines.get(start)).map(CodeFence::info).orElse("");
        return !understood && !(!block && FenceLanguage.contradicts(info, name));
    }

    /** {@code In `src/a.py`, replace line 3 with:} before a fence, and no other part of the answer edits that file. */
    private static boolean isAsked(AnswerLines rest, int line, int start, int end, List<FileEdit> edits) {
        String sentence = rest.lines().get(line).strip();
        Optional<String> path = sentence.endsWith(":") ? WrittenPath.quoted(sentence) : Optional.empty();
        if (path.filter(rest.origin().files()::hasFile).isEmpty() || rest.isTaken(start, end)) {
            return false;
        }
        String info =
                CodeFence.opening(rest.lines().get(start)).map(CodeFence::info).orElse("");
        boolean asks = Arrays.stream(sentence.toLowerCase(Locale.ROOT).split("[^a-z]+"))
                .anyMatch(CHANGING::contains);
        boolean edited = edits.stream()
                .map(FileEdit::shownPath)
                .anyMatch(name -> name.endsWith(path.get()) || path.get().endsWith("/" + name));
        return asks && !edited && !edits.isEmpty() && !FenceLanguage.contradicts(info, path.get());
    }

    private static boolean readsLikeName(String line, KnownFiles files) {
        String text = WrittenPath.bare(line).replace("`", "");
        String last = text.substring(text.lastIndexOf(' ') + 1);
        String ending = last.substring(last.lastIndexOf('.') + 1);
        boolean slash = text.indexOf('/') >= 0;
        boolean file = last.indexOf('.') >= 0
                && (slash ? isEnding(ending) : TEXT_ENDINGS.contains(ending) && !Character.isUpperCase(last.charAt(0)));
        if (!file || !WrittenPath.looksLikeOddPath(text) || files.hasFile(last)) {
            return false;
        }
        List<String> words = Arrays.asList(text.split(" +"));
        boolean label = words.size() <= MOST_WORDS && !line.strip().endsWith(":");
        return label
                || words.subList(0, words.size() - 1).stream()
                        .allMatch(word -> INTRODUCTIONS.contains(word.toLowerCase(Locale.ROOT)));
    }

    private static boolean isEnding(String text) {
        return !text.isEmpty()
                && text.length() <= 8
                && text.chars().allMatch(Character::isLetterOrDigit)
                && text.chars().anyMatch(Character::isLetter);
    }

    private static PatchProblem problem(String line) {
        return PatchProblem.of(
                Kind.INVALID_PATCH,
                UnparsedEdits.quoted(
                        "a line right before a fence or a block reads like the name of a file, and no such file is there",
                        List.of(line)),
                "Write the path alone on the line, in back quotes, from the root of the workspace.");
    }
}
