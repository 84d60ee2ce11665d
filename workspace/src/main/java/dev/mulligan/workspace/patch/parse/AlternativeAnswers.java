package dev.mulligan.workspace.patch.parse;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Answers that offer a choice: applying all of it would apply too much. */
public final class AlternativeAnswers {
    private static final List<String> SIGNS = List.of(
            "option 2", "option b", "option two", "alternatively", "alternative 2", "second option", "if you prefer");

    private AlternativeAnswers() {}

    /** Two different edits of one file in an answer whose prose speaks of a choice. */
    public static Optional<PatchProblem> in(AnswerLines answer, List<FileEdit> edits) {
        if (!offersChoice(answer.lines())) {
            return Optional.empty();
        }
        Map<String, FileEdit> seen = new HashMap<>();
        for (FileEdit edit : edits) {
            FileEdit first = seen.putIfAbsent(edit.shownPath(), edit);
            if (first != null && !first.equals(edit)) {
                return Optional.of(PatchProblem.in(
                        edit.shownPath(),
                        Kind.AMBIGUOUS,
                        "the answer offers alternatives for this file and does not say which to take",
                        "Give one version only."));
            }
        }
        return Optional.empty();
    }

    private static boolean offersChoice(List<String> lines) {
        Optional<CodeFence> fence = Optional.empty();
        for (String line : lines) {
            if (fence.isPresent()) {
                fence = fence.get().isClosedBy(line) ? Optional.empty() : fence;
                continue;
            }
            fence = CodeFence.opening(line);
            boolean prose = fence.isEmpty() && line.length() < 500 && !line.startsWith("+") && !line.startsWith("-");
            if (prose && SIGNS.stream().anyMatch(line.toLowerCase(Locale.ROOT)::contains)) {
                return true;
            }
        }
        return false;
    }
}
