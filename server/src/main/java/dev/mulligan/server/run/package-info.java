/**
 * Runs, their steps and their questions.
 *
 * <p>Whoever drives runs implements {@code RunActions}. Read {@code RunApi} first.
 */
@NullMarked
package dev.mulligan.server.run;

import org.jspecify.annotations.NullMarked;
