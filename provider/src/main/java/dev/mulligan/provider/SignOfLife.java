package dev.mulligan.provider;

import dev.mulligan.text.Json;
import java.util.List;

/** What keeps the client of a stream waiting. */
public final class SignOfLife {

    private SignOfLife() {}

    /** The text of it; empty for Gemini, whose clients accept nothing but content. */
    public static String of(Wire wire, String model) {
        return switch (wire) {
            case ANTHROPIC -> "event: ping\ndata: {\"type\":\"ping\"}\n\n";
            case RESPONSES ->
                SseText.typed(Json.object(
                        "type",
                        "response.in_progress",
                        "sequence_number",
                        0,
                        "response",
                        Json.object(
                                "id",
                                "resp_mulligan",
                                "object",
                                "response",
                                "status",
                                "in_progress",
                                "model",
                                model,
                                "output",
                                List.of())));
            case CHAT -> ": waiting for the provider\n\n";
            case GEMINI -> "";
        };
    }
}
