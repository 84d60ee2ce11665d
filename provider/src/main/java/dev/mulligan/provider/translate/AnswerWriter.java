package dev.mulligan.provider.translate;

import dev.mulligan.provider.Wire;
import dev.mulligan.text.JsonObject;

/** Writes one answer for the clients of a wire. */
interface AnswerWriter {

    /** The text of the events that this piece makes; empty when it makes none yet. */
    String add(AnswerPart part);

    /** What ends the stream. */
    String finish();

    JsonObject whole(Answer answer);

    static AnswerWriter of(Wire wire, ModelRequest request) {
        return switch (wire) {
            case ANTHROPIC -> new AnthropicAnswerWriter();
            case CHAT -> new ChatAnswerWriter(request.streamUsage());
            case RESPONSES -> new ResponsesAnswerWriter(request);
            case GEMINI -> throw new UntranslatableException("the gemini wire", "is not translated");
        };
    }
}
