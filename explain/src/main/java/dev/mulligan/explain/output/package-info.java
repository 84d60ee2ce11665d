/** The output of a command as clean lines, and what parsers make of it: findings, places in source code, test counts. Read {@link dev.mulligan.explain.output.Output} and {@link dev.mulligan.explain.output.Finding} first. */
@NullMarked
package dev.mulligan.explain.output;

import org.jspecify.annotations.NullMarked;
