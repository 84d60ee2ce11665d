/** Keeps the trace file of each run equal to the store. */
@NullMarked
package dev.mulligan.orchestrator.trace;

import org.jspecify.annotations.NullMarked;
