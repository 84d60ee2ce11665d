package dev.mulligan.provider;

import dev.mulligan.escalate.Usage;
import dev.mulligan.text.JsonObject;
import java.util.Optional;

/** The providers' ways of counting tokens. */
public final class UsageReader {

    private UsageReader() {}

    /** The member of an answer that holds its usage. */
    public static String member(Wire wire) {
        return wire == Wire.GEMINI ? "usageMetadata" : "usage";
    }

    public static Usage of(Wire wire, JsonObject usage) {
        return switch (wire) {
            case ANTHROPIC -> anthropic(usage);
            case CHAT, RESPONSES -> openAi(usage);
            case GEMINI -> gemini(usage);
        };
    }

    private static Usage anthropic(JsonObject usage) {
        return new Usage(
                count(usage, "input_tokens"),
                count(usage, "output_tokens"),
                count(usage, "cache_read_input_tokens"),
                count(usage, "cache_creation_input_tokens"));
    }

    private static Usage openAi(JsonObject usage) {
        long prompt = Math.max(count(usage, "prompt_tokens"), count(usage, "input_tokens"));
        long cached = Optional.<JsonObject>empty()
                .or(() -> usage.object("prompt_tokens_details"))
                .or(() -> usage.object("input_tokens_details"))
                .map(details -> count(details, "cached_tokens"))
                .orElse(0L);
        long output = Math.max(count(usage, "completion_tokens"), count(usage, "output_tokens"));
        return new Usage(Math.max(0, prompt - cached), output, cached, 0);
    }

    private static Usage gemini(JsonObject usage) {
        long cached = count(usage, "cachedContentTokenCount");
        return new Usage(
                Math.max(0, count(usage, "promptTokenCount") - cached),
                count(usage, "candidatesTokenCount") + count(usage, "thoughtsTokenCount"),
                cached,
                0);
    }

    private static long count(JsonObject usage, String name) {
        return Math.max(0, usage.number(name).orElse(0));
    }
}
