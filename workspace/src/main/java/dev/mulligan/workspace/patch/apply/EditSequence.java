package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome.HunkPlacement;
import dev.mulligan.workspace.patch.text.TextFile;
import java.util.ArrayList;
import java.util.List;

/**
 * The edits of one file, in the order in which the answer has them.
 *
 * <p>All are read against the file as it was. If one quotes lines that only an earlier one brings, they are applied one
 * after the other instead, provided that each then fits to the letter.
 */
final class EditSequence {
    private static final int MOST_STEPS = 1_000;

    private final String path;
    private final PatchLimits limits;
    private final TypographicQuotes typography;

    EditSequence(String path, PatchLimits limits, TypographicQuotes typography) {
        this.path = path;
        this.limits = limits;
        this.typography = typography;
    }

    FilePatcher.Result apply(TextFile file, List<List<FileStep>> steps) {
        FilePatcher.Result together =
                patch(file, steps.stream().flatMap(List::stream).toList());
        if (together.isLiteral() || steps.size() < 2 || steps.size() > MOST_STEPS || !together.missesLines()) {
            return together;
        }
        FilePatcher.Result inTurn = inTurn(file, steps);
        return inTurn.isLiteral() ? inTurn : together;
    }

    FilePatcher.Result inTurn(TextFile file, List<List<FileStep>> steps) {
        List<HunkPlacement> placements = new ArrayList<>();
        FilePatcher.Result result = patch(file, List.of());
        for (List<FileStep> step : steps) {
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

    private FilePatcher.Result patch(TextFile file, List<FileStep> changes) {
        return new FilePatcher(path, file, limits, typography).apply(changes);
    }

    /** The same steps with changed changes. */
    static List<List<FileStep>> regroup(List<List<FileStep>> steps, List<FileStep> changes) {
        List<List<FileStep>> regrouped = new ArrayList<>();
        int from = 0;
        for (List<FileStep> step : steps) {
            regrouped.add(changes.subList(from, from + step.size()));
            from += step.size();
        }
        return regrouped;
    }
}
