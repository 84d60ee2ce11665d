/**
 * When to try again and how long to wait, as data.
 *
 * <p>Read {@link dev.mulligan.policy.RetryPolicy} first, then {@link dev.mulligan.policy.PolicyTemplates} for the ones
 * that ship. {@link dev.mulligan.policy.PolicyLayers} puts one together from several places and remembers where each
 * value came from.
 */
@NullMarked
package dev.mulligan.policy;

import org.jspecify.annotations.NullMarked;
