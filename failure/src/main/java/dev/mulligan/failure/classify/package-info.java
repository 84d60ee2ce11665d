/** From evidence to a verdict. Read {@link dev.mulligan.failure.classify.Classifier} first. */
@NullMarked
package dev.mulligan.failure.classify;

import org.jspecify.annotations.NullMarked;
