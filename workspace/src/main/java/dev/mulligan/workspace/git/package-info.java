/**
 * Checkpoints and worktrees, kept by the git program where the user never trips over them.
 *
 * <p>Read {@link dev.mulligan.workspace.checkpoint.Checkpoints} first, then {@link dev.mulligan.workspace.git.Worktrees}. Git
 * is only ever asked for plumbing: the user's branch, index, stash, hooks and configuration are not touched.
 */
@NullMarked
package dev.mulligan.workspace.git;

import org.jspecify.annotations.NullMarked;
