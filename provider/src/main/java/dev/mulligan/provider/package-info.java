/**
 * The providers' wires: which one a request speaks, the few members of it that matter, server-sent events, usage, error
 * envelopes. Bytes and values in, facts out; no connections. Read {@link dev.mulligan.provider.Wire} first. The gateway,
 * the simulator and the agents that call an API all use it.
 */
@NullMarked
package dev.mulligan.provider;

import org.jspecify.annotations.NullMarked;
