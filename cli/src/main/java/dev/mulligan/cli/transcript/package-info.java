/**
 * What clients wrote down about their own failures: {@code import}.
 *
 * <p>Read {@link dev.mulligan.cli.transcript.ImportCommand} first. The formats are nobody's promise: fields are read where
 * they are, and rows of unknown kinds are skipped.
 */
@NullMarked
package dev.mulligan.cli.transcript;

import org.jspecify.annotations.NullMarked;
