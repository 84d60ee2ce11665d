/**
 * An agent's client behind a gateway for as long as it runs: {@code claude}, {@code codex}, {@code gemini},
 * {@code opencode} and {@code wrap}.
 *
 * <p>Read {@link dev.mulligan.cli.client.WrapCommand} first. {@link dev.mulligan.cli.client.Client} says what differs
 * between the clients.
 */
@NullMarked
package dev.mulligan.cli.client;

import org.jspecify.annotations.NullMarked;
