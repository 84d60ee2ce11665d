package dev.mulligan.workspace.patch.parse;

import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;

/** The problem of answers that stop too early. */
public final class CutOffAnswer {
    private CutOffAnswer() {}

    public static PatchProblem problem(String what) {
        return PatchProblem.of(
                Kind.INVALID_PATCH,
                "the answer was cut off: " + what,
                "Send it again, complete; in smaller parts if it is long.");
    }
}
