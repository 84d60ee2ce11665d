/** Agents that are programs: Claude Code, Codex, Gemini CLI, and any command; how each is started and what its output says. Start with {@code CliAgent}. */
@NullMarked
package dev.mulligan.agent.client;

import org.jspecify.annotations.NullMarked;
