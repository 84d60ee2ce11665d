package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.BlockMarks;
import dev.mulligan.workspace.patch.parse.BracketMarks;
import dev.mulligan.workspace.patch.parse.CodeFence;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Code beside an edit in one fence: part of a file that only quotes an edit, or lines that nobody would apply. */
final class FenceRemains {
    /** Fences in which something else stands around a patch: a mail, commands, tags. */
    private static final Set<String> WRAPPING = Set.of(
            "",
            "diff",
            "patch",
            "udiff",
            "text",
            "txt",
            "plaintext",
            "email",
            "mbox",
            "bash",
            "sh",
            "shell",
            "zsh",
            "console",
            "shell-session",
            "terminal",
            "ksh",
            "powershell",
            "pwsh",
            "ps1",
            "xml",
            "html",
            "markdown",
            "md",
            "json",
            "jsonc",
            "json5",
            "search",
            "replace",
            "search-replace");

    private static final String CODE = "=(){}[];<>";
    private static final List<String> COMMENTS = List.of("#", "//", "--", "/*", "*", "<", ";", "...", "\u2026");

    private FenceRemains() {}

    /** @param rest the answer without the lines that are understood */
    static Optional<PatchProblem> in(AnswerLines answer, AnswerLines rest) {
        List<String> lines = rest.lines();
        for (int i = 0; i < lines.size(); i++) {
            Optional<CodeFence> fence = CodeFence.opening(lines.get(i));
            if (fence.isEmpty()) {
                continue;
            }
            int end = i + 1;
            while (end < lines.size() && !fence.get().isClosedBy(lines.get(end))) {
                end++;
            }
            List<String> left = isRead(answer, rest, fence.get(), i + 1, end) ? code(rest, i + 1, end) : List.of();
            if (!left.isEmpty()) {
                return Optional.of(
                        PatchProblem.of(
                                Kind.INVALID_PATCH,
                                UnparsedEdits.quoted("lines beside an edit in one fence belong to no edit", left),
                                "Put nothing but edits into a fence that has edits, or send a file with marks in it as a diff."));
            }
            i = end;
        }
        return Optional.empty();
    }

    /** Whether an edit was found between these lines where only edits or only a file may stand. */
    private static boolean isRead(AnswerLines answer, AnswerLines rest, CodeFence fence, int from, int to) {
        int first = rest.taken().nextSetBit(from);
        if (first < 0 || first >= to) {
            return false;
        }
        String mark = answer.lines().get(first);
        boolean block = BlockMarks.opens(mark) || BracketMarks.opens(mark);
        return block || !WRAPPING.contains(fence.info().split("[ :{,]", 2)[0].toLowerCase(Locale.ROOT));
    }

    private static List<String> code(AnswerLines rest, int from, int to) {
        List<String> code = new ArrayList<>();
        for (int i = from; i < to; i++) {
            String line = rest.lines().get(i).strip();
            boolean comment = COMMENTS.stream().anyMatch(line::startsWith);
            if (!line.isEmpty() && !comment && !isProse(line) && rest.nameIn(i).isEmpty()) {
                code.add(line);
            }
        }
        return code;
    }

    private static boolean isProse(String line) {
        char first = line.charAt(0);
        return line.indexOf(' ') > 0
                && (Character.isUpperCase(first) || Character.isDigit(first) || first == '-')
                && line.chars().noneMatch(c -> CODE.indexOf(c) >= 0);
    }
}
