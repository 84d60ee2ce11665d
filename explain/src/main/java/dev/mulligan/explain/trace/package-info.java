/** Uncaught exceptions and crashes of the usual languages, whatever ran them. */
@NullMarked
package dev.mulligan.explain.trace;

import org.jspecify.annotations.NullMarked;
