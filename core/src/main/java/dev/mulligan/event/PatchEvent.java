package dev.mulligan.event;

import java.util.List;

/** What an agent wanted to change, and whether it could be. */
public sealed interface PatchEvent extends Event {

    String stepId();

    /** {@code artifact}: the file in the run folder that holds the patch */
    record PatchProposed(String stepId, int attempt, List<String> files, int lines, String artifact)
            implements PatchEvent {}

    /** {@code rung}: how literally it was applied: {@code exact}, {@code relocated}, … */
    record PatchApplied(String stepId, int attempt, List<String> files, String rung) implements PatchEvent {}

    record PatchApplyFailed(String stepId, int attempt, String kind, String file, String error) implements PatchEvent {}
}
