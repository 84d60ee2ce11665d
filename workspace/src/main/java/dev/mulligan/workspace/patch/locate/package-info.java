/** Finds the one place in a file that a hunk means, or says why there is none. Read {@link dev.mulligan.workspace.patch.locate.Locator} first. */
@NullMarked
package dev.mulligan.workspace.patch.locate;

import org.jspecify.annotations.NullMarked;
