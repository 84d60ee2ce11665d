package dev.mulligan.record;

import java.util.List;
import java.util.Optional;

/** What an agent wanted to change, and whether it could be. */
public sealed interface PatchEvent extends ProgramEvent {

    String stepId();

    /**
     * @param artifact the file in the run folder that holds the patch
     * @param diagnosis the cause of the failure, where the agent named one
     * @param diff the patch itself, so that whoever has the events can show it; absent when it is very long
     */
    record PatchProposed(
            String stepId,
            int attempt,
            List<String> files,
            int lines,
            String artifact,
            Optional<String> diagnosis,
            Optional<String> diff)
            implements PatchEvent {

        /** Longer patches are in the run's folder only. */
        public static final int LONGEST_DIFF = 64 * 1024;

        public PatchProposed {
            diff = diff.filter(text -> text.length() <= LONGEST_DIFF);
        }
    }

    /** {@code rung}: how literally it was applied: {@code exact}, {@code relocated}, … */
    record PatchApplied(String stepId, int attempt, List<String> files, String rung) implements PatchEvent {}

    record PatchApplyFailed(String stepId, int attempt, String kind, String file, String error) implements PatchEvent {}
}
