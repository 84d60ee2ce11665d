/** What one operation goes through: its {@link dev.mulligan.attempt.Attempt}s, the {@link dev.mulligan.attempt.Episode} of its failures, what differs in the next attempt ({@link dev.mulligan.attempt.Remedy}), and how it ends. Data and small interfaces; everything else in the library builds on it. */
@NullMarked
package dev.mulligan.attempt;

import org.jspecify.annotations.NullMarked;
