/**
 * Answers and errors as each provider writes them.
 */
@NullMarked
package dev.mulligan.simulator.wire;

import org.jspecify.annotations.NullMarked;
