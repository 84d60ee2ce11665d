package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.PatchOutcome.HunkPlacement;
import java.util.ArrayList;
import java.util.List;

/**
 * The edits of one file, in the order in which the answer has them.
 *
 * <p>All are read against the file as it was. If one quotes lines that only an earlier one brings, they are applied one
 * after the other instead, provided that each then fits to the letter.
 */
final class Steps {
    private static final int MOST_STEPS = 1_000;

    private final String path;
    private final Limits limits;
    private final Typography typography;

    Steps(String path, Limits limits, Typography typography) {
        this.path = path;
        this.limits = limits;
        this.typography = typography;
    }

    FilePatcher.Result apply(TextFile file, List<List<Change>> steps) {
        FilePatcher.Result together =
                patch(file, steps.stream().flatMap(List::stream).toList());
        if (together.isLiteral() || steps.size() < 2 || steps.size() > MOST_STEPS || !together.missesLines()) {
            return together;
        }
        FilePatcher.Result inTurn = inTurn(file, steps);
        return inTurn.isLiteral() ? inTurn : together;
    }

    FilePatcher.Result inTurn(TextFile file, List<List<Change>> steps) {
        List<HunkPlacement> placements = new ArrayList<>();
        FilePatcher.Result result = patch(file, List.of());
        for (List<Change> step : steps) {
            TextFile now = TextFile.of(result.bytes()).orElseThrow();
            result = patch(now, step);
            for (HunkPlacement placement : result.placements()) {
                placements.add(new HunkPlacement(path, placements.size() + 1, placement.rung()));
            }
            if (!result.problems().isEmpty()) {
                break;
            }
        }
        return new FilePatcher.Result(
                result.file(), result.lines(), result.newlineAtEnd(), placements, result.problems());
    }

    private FilePatcher.Result patch(TextFile file, List<Change> changes) {
        return new FilePatcher(path, file, limits, typography).apply(changes);
    }

    /** The same steps with changed changes. */
    static List<List<Change>> regroup(List<List<Change>> steps, List<Change> changes) {
        List<List<Change>> regrouped = new ArrayList<>();
        int from = 0;
        for (List<Change> step : steps) {
            regrouped.add(changes.subList(from, from + step.size()));
            from += step.size();
        }
        return regrouped;
    }
}
