/**
 * Any command made self-healing: run, explain, fix, run again.
 *
 * <p>Read {@link dev.mulligan.orchestrator.operation.Exec} first. The loop is the kernel's; this package only says what
 * an attempt is and what a fixer gets to know.
 */
@NullMarked
package dev.mulligan.orchestrator.operation;

import org.jspecify.annotations.NullMarked;
