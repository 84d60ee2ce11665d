/**
 * The proxy between an agent and its provider.
 *
 * <p>Read {@link dev.mulligan.gateway.Gateway} first, then {@code Exchange}: one request of a client from its arrival
 * to its end. {@code UpstreamCall} is one attempt at it. The first attempt runs on the event loop; everything after a
 * failure is decided by the kernel, on a virtual thread.
 */
@NullMarked
package dev.mulligan.gateway;

import org.jspecify.annotations.NullMarked;
