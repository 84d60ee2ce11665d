package dev.mulligan.agent;

import dev.mulligan.escalate.Usage;

/**
 * What a provider's API answered.
 *
 * @param error what the provider said inside a 200, or that the answer broke off; empty for none
 * @param complete whether the model stopped by itself
 */
record ApiAnswer(String text, Usage usage, boolean complete, String error) {}
