package dev.mulligan.workspace.snapshot;

import java.io.IOException;

/** A file has a name that cannot be expressed here. Leaving it out of a saved state would be a silent loss. */
public final class UnreadableName extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableName(String path) {
        super("the file name \"" + path + "\" cannot be read here; rename it, or use a UTF-8 locale");
    }
}
