package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.FileEdit.Action;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.CodeFence;
import dev.mulligan.workspace.patch.parse.CodeFences;
import dev.mulligan.workspace.patch.parse.CutOffAnswer;
import dev.mulligan.workspace.patch.parse.FenceLanguage;
import dev.mulligan.workspace.patch.parse.FenceName;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A path on its own line, then the complete file in a fence. */
final class WholeFileParser {
    private final AnswerLines answer;
    private final List<String> lines;
    private final boolean openFence;
    private final List<AnswerRegion> regions = new ArrayList<>();

    WholeFileParser(AnswerLines answer) {
        this.answer = answer;
        this.lines = answer.lines();
        this.openFence = CodeFences.isOneOpen(answer);
    }

    List<AnswerRegion> parse() {
        int at = 0;
        while (at < lines.size()) {
            Optional<CodeFence> fence = CodeFence.opening(lines.get(at));
            if (fence.isEmpty()) {
                at++;
                continue;
            }
            int end = closing(fence.get(), at);
            Optional<String> path = path(at);
            boolean blank =
                    lines.subList(at + 1, Math.min(end, lines.size())).stream().allMatch(String::isBlank);
            if (path.isPresent() && !answer.isTaken(at, end + 1) && !blank) {
                regions.add(region(path.get(), fence.get().info(), at, end));
            }
            at = end + 1;
        }
        return regions;
    }

    private int closing(CodeFence fence, int start) {
        int end = start + 1;
        while (end < lines.size() && !fence.isClosedBy(lines.get(end))) {
            end++;
        }
        return end;
    }

    private Optional<String> path(int fence) {
        for (int i = fence - 1; i >= 0 && i >= fence - 2; i--) {
            if (!lines.get(i).isBlank()) {
                return answer.nameIn(i)
                        .or(() -> FenceName.in(lines.get(fence), answer.origin().files()));
            }
        }
        return FenceName.in(lines.get(fence), answer.origin().files());
    }

    private AnswerRegion region(String path, String info, int start, int end) {
        int stop = Math.min(end + 1, lines.size());
        Optional<PatchProblem> problem = problem(path, info, start, end);
        if (problem.isPresent()) {
            return AnswerRegion.refused(start, stop, problem.get());
        }
        String text = String.join("\n", lines.subList(start + 1, end)) + "\n";
        return AnswerRegion.of(start, stop, new FileEdit.Content(path, Action.WRITE, text));
    }

    private Optional<PatchProblem> problem(String path, String info, int start, int end) {
        if (end >= lines.size() && !answer.whole()) {
            return Optional.of(CutOffAnswer.problem("the file " + path + " is not closed by a fence"));
        }
        if (openFence) {
            return Optional.of(CodeFences.problem(path));
        }
        List<String> content = lines.subList(start + 1, end);
        Optional<String> other = UnparsedEdits.commentedName(
                        content.getFirst(), answer.origin().files())
                .filter(name -> answer.origin().files().hasFile(name))
                .filter(name -> !path.endsWith(name) && !name.endsWith(path));
        if (other.isPresent()) {
            return Optional.of(PatchProblem.in(
                    path,
                    Kind.AMBIGUOUS,
                    "the line before the fence names this file, the first line in it " + other.get(),
                    "Name one file for each fence."));
        }
        if (containsFences(path, content, start, end)) {
            return Optional.of(PatchProblem.in(
                    path,
                    Kind.INVALID_PATCH,
                    "the file has code fences itself and it is unclear where it ends",
                    "Use a longer fence around the file, or a diff."));
        }
        return FenceLanguage.contradicts(info, path)
                ? Optional.of(PatchProblem.in(
                        path,
                        Kind.INVALID_PATCH,
                        "the fence under this path says " + info + ", which is not what the file is written in",
                        "Send the file itself, or the change as a diff with --- and +++ lines."))
                : Optional.empty();
    }

    /** Inside, an unclosed fence; or after it, a fence that no path introduces. */
    private boolean containsFences(String path, List<String> content, int start, int end) {
        int length = CodeFence.opening(lines.get(start)).orElseThrow().length();
        boolean inside = content.stream()
                .anyMatch(line -> CodeFence.opening(line)
                        .filter(inner -> inner.length() >= length)
                        .isPresent());
        boolean proseFile = path.endsWith(".md") || path.endsWith(".mdx") || path.endsWith(".rst");
        int next = end + 1;
        while (next < lines.size() && CodeFence.opening(lines.get(next)).isEmpty()) {
            next++;
        }
        boolean strayAfter = next < lines.size() && path(next).isEmpty();
        return inside || (proseFile && strayAfter);
    }
}
