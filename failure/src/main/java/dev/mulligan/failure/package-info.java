/**
 * What failed, and is it worth another try?
 *
 * <p>Read {@link dev.mulligan.failure.Failure} first: it is the answer. {@link dev.mulligan.failure.FailureType} names
 * the causes and {@link dev.mulligan.failure.Action} what to do first.
 */
@NullMarked
package dev.mulligan.failure;

import org.jspecify.annotations.NullMarked;
