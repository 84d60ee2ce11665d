/**
 * The {@code mulligan} command: its entry point and the list of its commands.
 *
 * <p>Read {@link dev.mulligan.cli.Commands} first: it names every command by its group of the help, and each group is a
 * package below this one. The groups know {@code support} and hardly each other; nobody knows this package.
 */
@NullMarked
package dev.mulligan.cli;

import org.jspecify.annotations.NullMarked;
