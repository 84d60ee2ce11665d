/**
 * A provider and an agent that fail on request.
 *
 * <p>Read {@link dev.mulligan.simulator.ProviderSimulator} first: a real HTTP server that speaks the wires of
 * Anthropic, OpenAI and Gemini. It writes to its sockets itself: no server library lets one break its rules.
 */
@NullMarked
package dev.mulligan.simulator;

import org.jspecify.annotations.NullMarked;
