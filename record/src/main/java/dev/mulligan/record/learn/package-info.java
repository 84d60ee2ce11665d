/** What failures taught: learning records, what worked before, and when many failures count as one. */
@NullMarked
package dev.mulligan.record.learn;

import org.jspecify.annotations.NullMarked;
