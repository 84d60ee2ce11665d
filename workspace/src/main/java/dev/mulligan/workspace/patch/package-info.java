/**
 * From what a model wrote to what the files must become, or to why not.
 *
 * <p>Read {@link dev.mulligan.workspace.patch.Patcher} first: it is the whole story in one method.
 * {@link dev.mulligan.workspace.patch.dialect.AnswerParser} finds the edits in an answer, whatever the format;
 * {@link dev.mulligan.workspace.patch.edit.PatchOutcome} says what came of them. Nothing here writes a file.
 */
@NullMarked
package dev.mulligan.workspace.patch;

import org.jspecify.annotations.NullMarked;
