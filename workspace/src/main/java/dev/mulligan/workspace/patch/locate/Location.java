package dev.mulligan.workspace.patch.locate;

import dev.mulligan.workspace.patch.edit.MatchLevel;
import java.util.List;

/** Where a hunk belongs. */
public sealed interface Location {
    /** One place: {@code positions} has the file line of each old line, in order. */
    record Found(HunkReading reading, List<Integer> positions, MatchLevel rung) implements Location {}

    /** Its new side stands in the file already. */
    record Done() implements Location {}

    /** More than one place, with the first line (from 1) of each. */
    record Several(List<Integer> lines) implements Location {}

    /** One place, and a reason to doubt it. */
    record Unsure(int line, String reason) implements Location {}

    record Nowhere() implements Location {}
}
