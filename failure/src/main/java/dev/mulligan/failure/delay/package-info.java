/** The wait that the far side states, in headers or in words. Never a guess. */
@NullMarked
package dev.mulligan.failure.delay;

import org.jspecify.annotations.NullMarked;
