/**
 * The folder an agent works in, and how not to lose anything in it.
 *
 * <p>Read {@link dev.mulligan.workspace.Workspace} first: open one, then apply answers to it.
 */
@NullMarked
package dev.mulligan.workspace;

import org.jspecify.annotations.NullMarked;
