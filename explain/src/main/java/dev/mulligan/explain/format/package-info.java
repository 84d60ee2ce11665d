/** Reports in a published format: TAP, JUnit XML, SARIF and other JSON reporters. */
@NullMarked
package dev.mulligan.explain.format;

import org.jspecify.annotations.NullMarked;
