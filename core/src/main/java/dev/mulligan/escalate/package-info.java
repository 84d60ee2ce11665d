/**
 * Stronger models: which, when, and for how much.
 *
 * <p>Read {@link dev.mulligan.escalate.Ladder} first, then {@link dev.mulligan.escalate.CostEstimate}. Prices are data
 * ({@code models.csv}); a project's own table is laid over them with {@link dev.mulligan.escalate.Models#with}.
 */
@NullMarked
package dev.mulligan.escalate;

import org.jspecify.annotations.NullMarked;
