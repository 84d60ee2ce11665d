/** What happens after a failed attempt: advice from history, questions to a person and their answers, and holding new work up when many things fail at once. Start with {@code FailureAdviser}. */
@NullMarked
package dev.mulligan.orchestrator.advice;

import org.jspecify.annotations.NullMarked;
