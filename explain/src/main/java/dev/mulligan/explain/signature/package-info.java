/** The identity of a failure: equal for two runs that fail in the same way, different for a different value. */
@NullMarked
package dev.mulligan.explain.signature;

import org.jspecify.annotations.NullMarked;
