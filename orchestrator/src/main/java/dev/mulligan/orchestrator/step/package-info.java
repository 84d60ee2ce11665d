/**
 * What to do next for one step, as a pure function.
 *
 * <p>Read {@link dev.mulligan.orchestrator.step.StepMachine} first: it takes the state and what just happened, and gives
 * the new state and one command. It runs nothing, so every transition is a table test, any engine can host it, and a
 * killed run resumes by folding its events again.
 */
@NullMarked
package dev.mulligan.orchestrator.step;

import org.jspecify.annotations.NullMarked;
