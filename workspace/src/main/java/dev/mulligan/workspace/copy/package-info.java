/** Copies of a workspace in which agents work. Read {@link dev.mulligan.workspace.copy.WorkingCopies} first. */
@NullMarked
package dev.mulligan.workspace.copy;

import org.jspecify.annotations.NullMarked;
