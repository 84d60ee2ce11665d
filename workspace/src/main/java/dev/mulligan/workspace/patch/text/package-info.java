/** Lines of files: taken apart and put together byte for byte, compared loosely, indented like their neighbours. */
@NullMarked
package dev.mulligan.workspace.patch.text;

import org.jspecify.annotations.NullMarked;
