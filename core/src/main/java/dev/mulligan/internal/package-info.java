/** The parts of the loop behind {@link dev.mulligan.RetryExecutor}. Not for users of the library: it changes without notice. */
@NullMarked
package dev.mulligan.internal;

import org.jspecify.annotations.NullMarked;
