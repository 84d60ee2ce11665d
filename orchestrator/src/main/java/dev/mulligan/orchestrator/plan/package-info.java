/**
 * What is to be done: the plan as people write it.
 *
 * <p>Read {@link dev.mulligan.orchestrator.plan.Plan} first. {@link dev.mulligan.orchestrator.plan.PlanReader} reads it
 * with the line of every mistake, {@link dev.mulligan.orchestrator.plan.PlanGraph} says what can start.
 */
@NullMarked
package dev.mulligan.orchestrator.plan;

import org.jspecify.annotations.NullMarked;
