/**
 * Did the agent do the work? Read {@link dev.mulligan.failure.outcome.AgentOutcome} first: it weighs what was seen of
 * one agent run. {@link dev.mulligan.failure.outcome.ReviewVerdict} reads what a reviewer wrote.
 */
@NullMarked
package dev.mulligan.failure.outcome;

import org.jspecify.annotations.NullMarked;
