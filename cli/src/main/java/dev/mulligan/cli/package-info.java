/**
 * The {@code mulligan} command.
 *
 * <p>Read {@link dev.mulligan.cli.Main} first; each subcommand is one class named after it. {@link
 * dev.mulligan.cli.Screen} is the only place that knows about colours.
 */
@NullMarked
package dev.mulligan.cli;

import org.jspecify.annotations.NullMarked;
