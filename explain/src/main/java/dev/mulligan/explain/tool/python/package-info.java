/** Test runners of Python, one class each. */
@NullMarked
package dev.mulligan.explain.tool.python;

import org.jspecify.annotations.NullMarked;
