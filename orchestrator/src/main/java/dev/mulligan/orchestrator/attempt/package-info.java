/** One command of the step machine carried out: an agent works, the verifier speaks, candidates are compared, a result is brought into the workspace. Start with {@code StepWork}. */
@NullMarked
package dev.mulligan.orchestrator.attempt;

import org.jspecify.annotations.NullMarked;
