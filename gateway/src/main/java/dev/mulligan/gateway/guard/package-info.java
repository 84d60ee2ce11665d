/**
 * What protects an upstream and its clients: breaker, pauses, retry budget, runaway detection, and the memory of
 * requests that failed. Read {@link dev.mulligan.gateway.guard.UpstreamScope} first.
 */
@NullMarked
package dev.mulligan.gateway.guard;

import org.jspecify.annotations.NullMarked;
