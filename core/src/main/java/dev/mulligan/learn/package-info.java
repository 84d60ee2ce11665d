/**
 * What failures teach: records of what worked, and the moment when many failures are one.
 *
 * <p>Read {@link dev.mulligan.learn.TextPattern} first.
 */
@NullMarked
package dev.mulligan.learn;

import org.jspecify.annotations.NullMarked;
