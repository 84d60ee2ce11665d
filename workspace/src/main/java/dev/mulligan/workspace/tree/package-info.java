/**
 * Changing files on disk so that all of them change or none, whatever happens in between.
 *
 * <p>Read {@link dev.mulligan.workspace.tree.TreeWriter} first. {@link dev.mulligan.workspace.tree.DiskTree} is the
 * reading side: it never follows a symbolic link.
 */
@NullMarked
package dev.mulligan.workspace.tree;

import org.jspecify.annotations.NullMarked;
