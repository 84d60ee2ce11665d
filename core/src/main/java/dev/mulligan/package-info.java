/**
 * Recovers any unreliable call.
 *
 * <p>Read {@link dev.mulligan.Recovery} first: it is what a program holds. {@link dev.mulligan.RetryExecutor} is the
 * engine behind it and has the only loop of the house. One failure walks through these words, in this order:
 * {@link dev.mulligan.Attempt} fails, a {@link dev.mulligan.failure.Failure} names it, the {@link dev.mulligan.Episode}
 * grows, a {@link dev.mulligan.Decider} turns it into a {@link dev.mulligan.Decision}, guards may refuse, and the next
 * attempt carries a {@link dev.mulligan.Remedy}.
 */
@NullMarked
package dev.mulligan;

import org.jspecify.annotations.NullMarked;
