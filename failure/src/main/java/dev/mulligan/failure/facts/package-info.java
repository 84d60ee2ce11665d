/** Evidence in one shape: the status, headers, exit code and texts that rules ask for, and whether the operation failed at all. */
@NullMarked
package dev.mulligan.failure.facts;

import org.jspecify.annotations.NullMarked;
