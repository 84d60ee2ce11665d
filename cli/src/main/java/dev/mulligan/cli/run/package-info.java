/**
 * Plans and their runs: {@code plan}, {@code run}, {@code resume}, {@code status}, {@code worker} and what belongs to them.
 *
 * <p>Read {@link dev.mulligan.cli.run.RunSession} first. {@code practice} shows a run with this room's screen.
 */
@NullMarked
package dev.mulligan.cli.run;

import org.jspecify.annotations.NullMarked;
