/**
 * For tests of programs that call a model: a provider on this machine that fails as it is told.
 *
 * <p>Read {@link dev.mulligan.junit.SimulatedProvider} first.
 */
@NullMarked
package dev.mulligan.junit;

import org.jspecify.annotations.NullMarked;
