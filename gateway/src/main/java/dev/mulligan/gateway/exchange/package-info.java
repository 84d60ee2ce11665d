/**
 * One request of a client from its arrival to its end. The first attempt runs on the event loop; everything after a
 * failure is decided by the kernel, on a virtual thread. Read {@link dev.mulligan.gateway.exchange.Exchange} first.
 */
@NullMarked
package dev.mulligan.gateway.exchange;

import org.jspecify.annotations.NullMarked;
