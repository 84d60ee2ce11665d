/**
 * The providers' wires: which one a request speaks, the few members of it that matter, streamed events, usage and
 * error envelopes. Bytes in, facts out; no connections.
 */
@NullMarked
package dev.mulligan.gateway.wire;

import org.jspecify.annotations.NullMarked;
