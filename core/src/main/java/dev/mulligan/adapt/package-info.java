/**
 * Advice from history: which strategy to try next at a stage that keeps failing.
 *
 * <p>Read {@link dev.mulligan.adapt.Advice} first: a pure function over {@link dev.mulligan.adapt.StageHistory} and
 * {@link dev.mulligan.adapt.AdaptConfig}. Nothing here can make a run fail.
 */
@NullMarked
package dev.mulligan.adapt;

import org.jspecify.annotations.NullMarked;
