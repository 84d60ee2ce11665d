package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.PatchProblem.Kind;

/** The problem of answers that stop too early. */
final class CutOff {
    private CutOff() {}

    static PatchProblem problem(String what) {
        return PatchProblem.of(
                Kind.INVALID_PATCH,
                "the answer was cut off: " + what,
                "Send it again, complete; in smaller parts if it is long.");
    }
}
