/** Runs plans on db-scheduler so that no death of a process costs more than the attempt it was in. Start with {@code Engine} and {@code StepTask}. */
@NullMarked
package dev.mulligan.orchestrator.engine;

import org.jspecify.annotations.NullMarked;
