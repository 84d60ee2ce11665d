/** What an answer asks of the files, and what came of it: data without behaviour. Read {@link dev.mulligan.workspace.patch.edit.FileEdit} and {@link dev.mulligan.workspace.patch.edit.PatchOutcome} first. */
@NullMarked
package dev.mulligan.workspace.patch.edit;

import org.jspecify.annotations.NullMarked;
