package dev.mulligan.workspace.patch.path;

import dev.mulligan.workspace.patch.edit.SourceTree;
import dev.mulligan.workspace.patch.edit.SourceTree.Kind;
import dev.mulligan.workspace.patch.parse.KnownFiles;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.HashMap;
import java.util.Map;

/** Names in an answer looked up in the files as they are now; each is looked up once. */
public final class WorkspaceNames implements KnownFiles {
    private final SourceTree tree;
    private final EditPaths paths;
    private final Map<String, Kind> seen = new HashMap<>();

    public WorkspaceNames(SourceTree tree, EditPaths paths) {
        this.tree = tree;
        this.paths = paths;
    }

    /** A link counts as well: the edit is then refused for what it is. */
    @Override
    public boolean hasFile(String name) {
        Kind kind = seen.computeIfAbsent(name, this::kind);
        return kind == Kind.FILE || kind == Kind.LINK;
    }

    @Override
    public boolean hasFolder(String name) {
        return seen.computeIfAbsent(name, this::kind) == Kind.FOLDER;
    }

    private Kind kind(String name) {
        try {
            EditPaths.Resolved path = paths.checked(name);
            return path.problem().isPresent() ? Kind.MISSING : tree.kind(path.path());
        } catch (IOException | InvalidPathException unreadable) {
            // No file can have such a name here, or nobody can read it: the line is then judged by its text alone.
            return Kind.MISSING;
        }
    }
}
