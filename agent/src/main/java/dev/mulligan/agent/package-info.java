/**
 * Drives coding agents as child processes.
 *
 * <p>Read {@link dev.mulligan.agent.Agent} first, then {@link dev.mulligan.agent.AgentResult}: what was seen, not what
 * was claimed. {@link dev.mulligan.agent.process.ChildProcess} takes care of the process: its own group, bounded output,
 * timeouts, a watchdog for silence, and an end that leaves no orphan.
 */
@NullMarked
package dev.mulligan.agent;

import org.jspecify.annotations.NullMarked;
