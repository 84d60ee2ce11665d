/** The ways in which models write edits, one small class each with its samples, and {@link dev.mulligan.workspace.patch.dialect.AnswerParser}, which lets each take the lines it understands. A new dialect is a class here and a line in {@link dev.mulligan.workspace.patch.dialect.EditDialects}. */
@NullMarked
package dev.mulligan.workspace.patch.dialect;

import org.jspecify.annotations.NullMarked;
