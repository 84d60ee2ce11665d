package dev.mulligan.workspace.patch.edit;

import java.util.List;

/** What came of an answer. */
public sealed interface PatchOutcome {
    /** Which rung a hunk needed. */
    record HunkPlacement(String file, int hunk, MatchLevel rung) {}

    /** The edits fit; these are the files as they must become, or (after a write) have become. */
    record Applied(List<FileChange> changes, List<HunkPlacement> placements) implements PatchOutcome {
        public Applied {
            changes = List.copyOf(changes);
            placements = List.copyOf(placements);
        }

        public List<String> files() {
            return changes.stream().map(FileChange::path).toList();
        }
    }

    /** A patch that asks for nothing, such as headers without hunks. */
    record NoOp(String reason) implements PatchOutcome {}

    /** Everything the answer asks for is there already. */
    record AlreadyApplied(List<String> files) implements PatchOutcome {
        public AlreadyApplied {
            files = List.copyOf(files);
        }
    }

    /** Not applied, not even in part. */
    record Refused(List<PatchProblem> problems) implements PatchOutcome {
        public Refused {
            problems = List.copyOf(problems);
        }

        public String text() {
            return String.join("\n\n", problems.stream().map(PatchProblem::text).toList());
        }
    }

    /** Whether a caller may go on as if the edit had been made. */
    default boolean succeeded() {
        return !(this instanceof Refused);
    }
}
