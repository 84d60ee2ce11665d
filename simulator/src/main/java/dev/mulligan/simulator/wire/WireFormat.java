package dev.mulligan.simulator.wire;

import dev.mulligan.provider.Wire;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** How one provider writes answers and errors. */
public interface WireFormat {

    /** A whole answer. */
    JsonObject json(SimulatedReply reply, String model, String id);

    /** The same answer as events. */
    Frames stream(SimulatedReply reply, String model, String id);

    /** A broken event. */
    default String malformedEvent() {
        return "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":{\"text\": \n\n";
    }

    static WireFormat of(Wire wire) {
        return switch (wire) {
            case ANTHROPIC -> new AnthropicFormat();
            case CHAT -> new ChatFormat();
            case RESPONSES -> new ResponsesFormat();
            case GEMINI -> new GeminiFormat();
        };
    }

    /** The text in a few pieces, as models stream it. */
    static List<String> pieces(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        int size = Math.max(1, (text.length() + 3) / 4);
        List<String> pieces = new ArrayList<>();
        for (int at = 0; at < text.length(); at += size) {
            pieces.add(text.substring(at, Math.min(text.length(), at + size)));
        }
        return pieces;
    }
}
