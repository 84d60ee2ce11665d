/** Compilers and linters by the layout of their messages: one line, a frame, a table under a file's name. */
@NullMarked
package dev.mulligan.explain.lint;

import org.jspecify.annotations.NullMarked;
