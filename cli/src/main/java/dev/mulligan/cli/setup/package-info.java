/**
 * This machine and this project: {@code doctor}, {@code trust}, {@code completion}.
 *
 * <p>Read {@link dev.mulligan.cli.setup.DoctorCommand} first.
 */
@NullMarked
package dev.mulligan.cli.setup;

import org.jspecify.annotations.NullMarked;
