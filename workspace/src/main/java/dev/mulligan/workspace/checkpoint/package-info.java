/** Saved states of a workspace that can be brought back. Read {@link dev.mulligan.workspace.checkpoint.Checkpoints} first. */
@NullMarked
package dev.mulligan.workspace.checkpoint;

import org.jspecify.annotations.NullMarked;
