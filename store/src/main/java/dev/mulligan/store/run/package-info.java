/**
 * The state of durable runs: their plans, steps, journals and scheduled work.
 *
 * <p>Called by the orchestrator. Read {@code Flows} first.
 */
@NullMarked
package dev.mulligan.store.run;

import org.jspecify.annotations.NullMarked;
