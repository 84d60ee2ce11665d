/** Small programs that use the library. Each runs by itself and prints what happened; a test runs all of them. */
@NullMarked
package dev.mulligan.examples;

import org.jspecify.annotations.NullMarked;
