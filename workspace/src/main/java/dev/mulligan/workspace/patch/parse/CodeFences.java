package dev.mulligan.workspace.patch.parse;

import dev.mulligan.workspace.patch.edit.PatchProblem;
import java.util.Optional;

/** Whether the code fences of an answer come in pairs. */
public final class CodeFences {
    private CodeFences() {}

    /** One that nobody closes, or the end of one that was never opened; lines a dialect has understood do not count. */
    public static boolean isOneOpen(AnswerLines answer) {
        Optional<CodeFence> open = Optional.empty();
        for (String line : answer.lines()) {
            if (open.isEmpty()) {
                open = CodeFence.opening(line);
            } else if (open.get().isClosedBy(line)) {
                open = Optional.empty();
            } else if (isOpenedInside(open.get(), line)) {
                return true;
            }
        }
        return open.isPresent();
    }

    /** A fence that names a language opens one, so what was open should have been closed before. */
    private static boolean isOpenedInside(CodeFence open, String line) {
        return CodeFence.opening(line)
                .filter(inner -> inner.mark() == open.mark() && inner.length() >= open.length())
                .isPresent();
    }

    public static PatchProblem problem(String path) {
        return PatchProblem.in(
                path,
                PatchProblem.Kind.INVALID_PATCH,
                "a code fence of the answer is not closed, or was never opened, so it is unclear where the text ends",
                "Close every fence, or send the change as a diff.");
    }
}
