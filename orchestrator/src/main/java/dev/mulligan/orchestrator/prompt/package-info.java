/** What agents are told: the task, what went wrong, what was learned earlier. Start with {@code Prompts}. */
@NullMarked
package dev.mulligan.orchestrator.prompt;

import org.jspecify.annotations.NullMarked;
