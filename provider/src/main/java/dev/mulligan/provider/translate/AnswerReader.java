package dev.mulligan.provider.translate;

import dev.mulligan.provider.Wire;
import dev.mulligan.text.JsonObject;
import java.util.function.Consumer;

/** Reads one answer of a wire, event by event or whole. */
interface AnswerReader {

    /** {@code type}: the {@code type} in the data, or the event's name. */
    void event(String type, JsonObject data, Consumer<AnswerPart> out);

    void whole(JsonObject body, Consumer<AnswerPart> out);

    static AnswerReader of(Wire wire) {
        return switch (wire) {
            case ANTHROPIC -> new AnthropicAnswerReader();
            case CHAT -> new ChatAnswerReader();
            case RESPONSES -> new ResponsesAnswerReader();
            case GEMINI -> throw new UntranslatableException("the gemini wire", "is not translated");
        };
    }
}
