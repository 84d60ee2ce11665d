/** Which file a written path means, and which paths an edit may name at all. */
@NullMarked
package dev.mulligan.workspace.patch.path;

import org.jspecify.annotations.NullMarked;
