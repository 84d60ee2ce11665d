/**
 * The proxy between an agent and its provider.
 *
 * <p>Read {@link dev.mulligan.gateway.Gateway} first, then {@link dev.mulligan.gateway.exchange.Exchange}: one
 * request of a client from its arrival to its end. Whoever embeds the gateway needs this package, {@code options},
 * and the views in {@code session}.
 */
@NullMarked
package dev.mulligan.gateway;

import org.jspecify.annotations.NullMarked;
