/**
 * {@link dev.mulligan.simulator.agent.AgentSimulator} is one start of a coding agent, as an {@link
 * dev.mulligan.simulator.agent.AgentScript} has it.
 */
@NullMarked
package dev.mulligan.simulator.agent;

import org.jspecify.annotations.NullMarked;
