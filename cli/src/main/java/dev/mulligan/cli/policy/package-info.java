/**
 * Retry policies: {@code policy show}, {@code lint}, {@code simulate}, {@code templates}.
 *
 * <p>Read {@link dev.mulligan.cli.policy.PolicyCommand} first.
 */
@NullMarked
package dev.mulligan.cli.policy;

import org.jspecify.annotations.NullMarked;
