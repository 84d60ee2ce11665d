/**
 * What may refuse an attempt that the policy wants.
 *
 * <p>Read {@link dev.mulligan.guard.Guard} first. Each guard is shared by everybody who uses the same upstream; each
 * refusal has its own event. {@link dev.mulligan.guard.Budget} is a tree that everything paid for draws from.
 */
@NullMarked
package dev.mulligan.guard;

import org.jspecify.annotations.NullMarked;
