package dev.mulligan.workspace.git;

import java.nio.file.Path;

/**
 * A second copy of the workspace for one candidate or step.
 *
 * @param base the tree it started from
 */
public record Worktree(String name, Path folder, String base) {}
