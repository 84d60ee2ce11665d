/** States of files as git trees, made fast: the first look is git's, later ones read only what changed. Read {@link dev.mulligan.workspace.snapshot.Snapshots} and {@link dev.mulligan.workspace.snapshot.LiveTree} first. */
@NullMarked
package dev.mulligan.workspace.snapshot;

import org.jspecify.annotations.NullMarked;
