/**
 * One command that is repaired until it passes: {@code exec}.
 *
 * <p>Read {@link dev.mulligan.cli.exec.ExecCommand} first.
 */
@NullMarked
package dev.mulligan.cli.exec;

import org.jspecify.annotations.NullMarked;
