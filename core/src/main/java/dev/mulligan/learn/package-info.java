/**
 * What failures teach: records of what worked, and the moment when many failures are one.
 *
 * <p>Read {@link dev.mulligan.learn.LearningRecord} first, then {@link dev.mulligan.learn.CascadeWindow}.
 */
@NullMarked
package dev.mulligan.learn;

import org.jspecify.annotations.NullMarked;
