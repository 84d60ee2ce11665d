package dev.mulligan.workspace;

import dev.mulligan.workspace.checkpoint.Checkpoints;
import dev.mulligan.workspace.copy.WorkingCopies;
import dev.mulligan.workspace.patch.Patcher;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.state.PrivateArea;
import dev.mulligan.workspace.tree.DiskTree;
import dev.mulligan.workspace.tree.TreeChange;
import dev.mulligan.workspace.tree.TreeConflict;
import dev.mulligan.workspace.tree.TreeWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A folder an agent works in: a git repository or a plain one. */
public final class Workspace implements AutoCloseable {
    private static final int TRIES = 3;

    private final Path root;
    private final PrivateArea area;

    private final InstantSource clock;
    private @Nullable Checkpoints checkpoints;

    private Workspace(Path root, PrivateArea area, InstantSource clock) {
        this.root = root;
        this.clock = clock;
        this.area = area;
    }

    /** Opens a workspace, first finishing a write that a crash may have interrupted. */
    public static Workspace open(Path folder) throws IOException {
        return open(folder, InstantSource.system());
    }

    /** The same, with checkpoints dated by the given clock. */
    public static Workspace open(Path folder, InstantSource clock) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder + ": the workspace must be an existing folder");
        }
        Path root = folder.toRealPath();
        Workspace workspace = new Workspace(root, PrivateArea.of(root), clock);
        workspace.recover();
        return workspace;
    }

    public Path root() {
        return root;
    }

    /** Whether it is the top folder of a git repository. */
    public boolean isRepository() {
        return area.git().isPresent();
    }

    /** Finishes or undoes what a crash interrupted; says whether there was anything. */
    public boolean recover() throws IOException {
        return writer().recover();
    }

    /** Applies a model's answer: all of it, or nothing with the reasons. */
    public PatchOutcome apply(String answer, ApplyOptions options) throws IOException {
        List<String> roots = new ArrayList<>();
        roots.add(slashed(root));
        options.assumedRoot().map(Workspace::slashed).ifPresent(roots::add);
        Patcher patcher = new Patcher(new DiskTree(root), options.limits(), roots);
        for (int attempt = 1; ; attempt++) {
            PatchOutcome outcome = PatchChanges.withoutConfig(patcher.apply(answer), options.allowedConfig());
            if (options.dryRun() || !(outcome instanceof PatchOutcome.Applied applied)) {
                return outcome;
            }
            try {
                List<TreeChange> changes = PatchChanges.of(root, applied);
                area.make();
                writer().write(changes);
                return outcome;
            } catch (TreeConflict conflict) {
                if (attempt == TRIES) {
                    return PatchChanges.refused(conflict);
                }
            }
        }
    }

    /** Saved states of this workspace. Needs the git program. */
    public synchronized Checkpoints checkpoints() throws IOException {
        Checkpoints known = checkpoints;
        if (known == null) {
            area.make();
            known = Checkpoints.open(root, area.folder(), area.git(), writer(), clock);
            checkpoints = known;
        }
        return known;
    }

    /** Ends what was started to look at its files quickly. */
    @Override
    public synchronized void close() {
        if (checkpoints != null) {
            checkpoints.close();
            checkpoints = null;
        }
    }

    /** Copies of this workspace in which agents work. Needs the git program. */
    public WorkingCopies workingCopies() throws IOException {
        return workingCopies(area.worktreeHome());
    }

    /** The same, with the copies in a folder of the caller's choice. */
    public WorkingCopies workingCopies(Path home) throws IOException {
        return new WorkingCopies(checkpoints(), home);
    }

    private TreeWriter writer() {
        return new TreeWriter(root, area.journal(), area::beside);
    }

    private static String slashed(Path path) {
        return path.toString().replace('\\', '/');
    }
}
