package dev.mulligan.config;

import java.util.Set;

/**
 * Whose clients an upstream answers although it speaks another wire.
 *
 * @param clients {@code anthropic} or {@code openai}; empty when it answers only clients of its own wire
 * @param responses whether an upstream of OpenAI's wire is called by the Responses API instead of chat completions
 * @param leaveOut types of tools that a provider runs itself, such as {@code web_search}, that may be missing
 */
public record TranslationConfig(Set<String> clients, boolean responses, Set<String> leaveOut) {

    public static final TranslationConfig NONE = new TranslationConfig(Set.of(), false, Set.of());

    public TranslationConfig {
        clients = Set.copyOf(clients);
        leaveOut = Set.copyOf(leaveOut);
    }
}
