/**
 * Events as JSON lines: one file a run, readable with nothing but {@code jq}.
 *
 * <p>Read {@link dev.mulligan.store.trace.Recorded} first (an event with its place in a run), then
 * {@link dev.mulligan.store.trace.TraceWriter} and {@link dev.mulligan.store.trace.TraceReader}.
 */
@NullMarked
package dev.mulligan.store.trace;

import org.jspecify.annotations.NullMarked;
