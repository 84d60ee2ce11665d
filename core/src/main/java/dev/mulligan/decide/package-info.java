/** From a history of failures to the next step, as pure functions. Read {@link dev.mulligan.decide.Decider} first; {@link dev.mulligan.decide.NextStep#after} is the one place where a step is decided. */
@NullMarked
package dev.mulligan.decide;

import org.jspecify.annotations.NullMarked;
