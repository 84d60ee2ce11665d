/**
 * A provider and an agent that fail on request.
 *
 * <p>Read {@link dev.mulligan.simulator.ProviderSimulator} first: a real HTTP server that speaks the wires of Anthropic,
 * OpenAI and Gemini. {@link dev.mulligan.simulator.Fault} names every way it can fail, {@link
 * dev.mulligan.simulator.Script} says when. It writes to its sockets itself: no server library lets one break its rules.
 *
 * <p>{@link dev.mulligan.simulator.AgentSimulator} is the other half: one start of a coding agent, as an {@link
 * dev.mulligan.simulator.AgentScript} has it.
 */
@NullMarked
package dev.mulligan.simulator;

import org.jspecify.annotations.NullMarked;
