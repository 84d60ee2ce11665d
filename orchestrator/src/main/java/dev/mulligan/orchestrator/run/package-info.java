/**
 * A run as it was ordered: the plan, the options, the settings of the machine that works on it, and what each step goes
 * by. Nothing here runs anything. Start with {@code RunOrder} and {@code StepScope}.
 */
@NullMarked
package dev.mulligan.orchestrator.run;

import org.jspecify.annotations.NullMarked;
