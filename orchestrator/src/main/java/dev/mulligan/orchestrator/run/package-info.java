/**
 * Runs plans so that no death of a process costs more than the attempt it was in.
 *
 * <p>Read {@link dev.mulligan.orchestrator.run.Engine} first, then {@code StepTask}: the scheduler hands it one step; it
 * folds the step's journal into a {@code Position}, does the one thing that comes next, and commits journal row, events
 * and the next execution in one transaction that a worker which lost its lease cannot make.
 */
@NullMarked
package dev.mulligan.orchestrator.run;

import org.jspecify.annotations.NullMarked;
