/**
 * Failures on request: {@code demo} and {@code simulate}.
 *
 * <p>Read {@link dev.mulligan.cli.practice.DemoCommand} first.
 */
@NullMarked
package dev.mulligan.cli.practice;

import org.jspecify.annotations.NullMarked;
