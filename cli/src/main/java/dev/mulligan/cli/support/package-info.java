/**
 * What the commands share: arguments, screen, errors, where the store and the traces are, trust in a project's file.
 *
 * <p>Read {@link dev.mulligan.cli.support.Command} first. Every other room may call it; it calls none of them.
 */
@NullMarked
package dev.mulligan.cli.support;

import org.jspecify.annotations.NullMarked;
