/** A raw answer as lines, and the pieces that several dialects share: fences, block marks, diff headers, tags, written paths. */
@NullMarked
package dev.mulligan.workspace.patch.parse;

import org.jspecify.annotations.NullMarked;
