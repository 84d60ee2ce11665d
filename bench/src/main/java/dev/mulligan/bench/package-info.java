/** Measurements beside named peers, in the same run. Start with {@link dev.mulligan.bench.ExecutorBench}. */
@NullMarked
package dev.mulligan.bench;

import org.jspecify.annotations.NullMarked;
