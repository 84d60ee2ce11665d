/** Notes that programs leave for each other, carried in the background. */
@NullMarked
package dev.mulligan.record.share;

import org.jspecify.annotations.NullMarked;
