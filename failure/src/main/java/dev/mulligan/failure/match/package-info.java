/** Finds the phrases of the rules in a text in one pass, linear in its length, and keeps what was found. */
@NullMarked
package dev.mulligan.failure.match;

import org.jspecify.annotations.NullMarked;
