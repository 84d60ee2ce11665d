package dev.mulligan.provider.translate;

import dev.mulligan.provider.Wire;
import dev.mulligan.text.JsonObject;

/** Writes one answer for the clients of a wire. */
interface AnswerWriter {

    /** Appends the events that this piece makes; nothing when it makes none yet. */
    void add(AnswerPart part, StringBuilder out);

    /** What ends the stream. */
    String finish();

    JsonObject whole(Answer answer);

    static AnswerWriter of(Wire wire, ModelRequest request) {
        return switch (wire) {
            case ANTHROPIC -> new AnthropicAnswerWriter();
            case CHAT -> new ChatAnswerWriter(request.output().streamUsage());
            case RESPONSES -> new ResponsesAnswerWriter(request);
            case GEMINI -> throw new UntranslatableException("the gemini wire", "is not translated");
        };
    }
}
