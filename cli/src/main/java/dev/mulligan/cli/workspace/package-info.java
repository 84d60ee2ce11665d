/**
 * The files of a project: {@code patch} and {@code checkpoint}.
 *
 * <p>Read {@link dev.mulligan.cli.workspace.PatchCommand} first.
 */
@NullMarked
package dev.mulligan.cli.workspace;

import org.jspecify.annotations.NullMarked;
