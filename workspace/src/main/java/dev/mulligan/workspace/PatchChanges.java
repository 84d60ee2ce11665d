package dev.mulligan.workspace;

import dev.mulligan.workspace.patch.edit.FileChange;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.path.ConfigPaths;
import dev.mulligan.workspace.tree.ContentHash;
import dev.mulligan.workspace.tree.FileState;
import dev.mulligan.workspace.tree.TreeChange;
import dev.mulligan.workspace.tree.TreeConflict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** Patch results as changes of the tree. */
final class PatchChanges {
    private static final ContentHash.Algorithm HASH = ContentHash.Algorithm.SHA256;

    private PatchChanges() {}

    static List<TreeChange> of(Path root, PatchOutcome.Applied applied) throws IOException {
        List<TreeChange> changes = new ArrayList<>();
        for (FileChange change : applied.changes()) {
            boolean executable = change.before().isPresent() && isExecutable(root.resolve(change.path()));
            FileState before =
                    change.before().map(bytes -> regular(bytes, executable)).orElse(FileState.ABSENT);
            FileState after = change.after()
                    .map(bytes -> regular(bytes, change.executable().orElse(executable)))
                    .orElse(FileState.ABSENT);
            TreeChange.Content content = change.after().map(TreeChange::bytes).orElse(TreeChange.NO_CONTENT);
            changes.add(new TreeChange(change.path(), before, after, content, true));
        }
        return changes;
    }

    private static FileState regular(byte[] bytes, boolean executable) {
        return new FileState.Regular(ContentHash.of(HASH, bytes), executable);
    }

    private static boolean isExecutable(Path file) throws IOException {
        return Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS)
                .contains(PosixFilePermission.OWNER_EXECUTE);
    }

    /** Refuses edits of files that change how tools behave, but for those that were allowed. */
    static PatchOutcome withoutConfig(PatchOutcome outcome, Predicate<String> allowed) {
        if (!(outcome instanceof PatchOutcome.Applied applied)) {
            return outcome;
        }
        List<PatchProblem> problems = applied.changes().stream()
                .map(FileChange::path)
                .filter(path -> ConfigPaths.contain(path) && !allowed.test(path))
                .map(ConfigPaths::problem)
                .toList();
        return problems.isEmpty() ? outcome : new PatchOutcome.Refused(problems);
    }

    static PatchOutcome refused(TreeConflict conflict) {
        return new PatchOutcome.Refused(List.of(new PatchProblem(
                PatchProblem.Kind.HUNK_FAILED,
                Optional.of(conflict.path()),
                OptionalInt.empty(),
                String.valueOf(conflict.getMessage()),
                List.of(),
                "Another program changes this file; try again when it is done.")));
    }
}
