/**
 * What failed: {@code classify}, {@code explain}, {@code learn}.
 *
 * <p>Read {@link dev.mulligan.cli.failure.ClassifyCommand} first.
 */
@NullMarked
package dev.mulligan.cli.failure;

import org.jspecify.annotations.NullMarked;
