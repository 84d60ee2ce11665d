package dev.mulligan.provider.translate;

import dev.mulligan.provider.Wire;
import dev.mulligan.text.JsonObject;
import java.util.List;

/** Writes a request for one wire. */
interface RequestWriter {

    /**
     * The body.
     *
     * @param dropped gets the names of what is left out
     * @throws UntranslatableException when the wire cannot say it
     */
    JsonObject write(ModelRequest request, ToolNames names, List<String> dropped);

    static RequestWriter of(Wire wire) {
        return switch (wire) {
            case ANTHROPIC -> new AnthropicRequestWriter();
            case CHAT -> new ChatRequestWriter();
            case RESPONSES -> new ResponsesRequestWriter();
            case GEMINI -> throw new UntranslatableException("the gemini wire", "is not translated");
        };
    }
}
