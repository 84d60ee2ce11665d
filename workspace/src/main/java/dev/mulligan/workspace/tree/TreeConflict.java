package dev.mulligan.workspace.tree;

import java.io.IOException;

/** Something else changed a file meanwhile; nothing of ours remains in the tree. */
public final class TreeConflict extends IOException {
    private static final long serialVersionUID = 1L;

    private final String path;

    public TreeConflict(String path, String reason) {
        super(path + ": " + reason);
        this.path = path;
    }

    public String path() {
        return path;
    }
}
