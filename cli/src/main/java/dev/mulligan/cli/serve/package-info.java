/**
 * The gateway and those who talk to it: {@code serve}, {@code token}, {@code escalate}, {@code mcp}.
 *
 * <p>Read {@link dev.mulligan.cli.serve.ServeCommand} first.
 */
@NullMarked
package dev.mulligan.cli.serve;

import org.jspecify.annotations.NullMarked;
