/**
 * Recovers any unreliable call.
 *
 * <p>Read {@link dev.mulligan.Recovery} first: it is what a program holds. {@link dev.mulligan.RetryExecutor} is the
 * engine behind it and has the only loop of the house. One failure walks through these words, in this order:
 * {@link dev.mulligan.attempt.Attempt} fails, a {@link dev.mulligan.failure.Failure} names it, the {@link dev.mulligan.attempt.Episode}
 * grows, a {@link dev.mulligan.decide.Decider} turns it into a {@link dev.mulligan.decide.Decision}, guards may refuse, and the next
 * attempt carries a {@link dev.mulligan.attempt.Remedy}.
 */
@NullMarked
package dev.mulligan;

import org.jspecify.annotations.NullMarked;
