/** Where Mulligan keeps its own files: outside every workspace, in the user's state and cache folders. */
@NullMarked
package dev.mulligan.workspace.state;

import org.jspecify.annotations.NullMarked;
