/** Works out, in memory, what the edits make of each file. Read {@link dev.mulligan.workspace.patch.apply.EditPlan} first. */
@NullMarked
package dev.mulligan.workspace.patch.apply;

import org.jspecify.annotations.NullMarked;
