package dev.mulligan.workspace.git;

import java.io.IOException;

/** The git program said no; the message has its words. */
public final class GitFailed extends IOException {
    private static final long serialVersionUID = 1L;

    public GitFailed(String message) {
        super(message);
    }
}
