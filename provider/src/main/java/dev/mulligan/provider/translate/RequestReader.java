package dev.mulligan.provider.translate;

import dev.mulligan.provider.Wire;
import dev.mulligan.text.JsonObject;
import java.util.Set;

/** Reads the requests of one wire. */
interface RequestReader {

    /** @throws UntranslatableException when it holds something that has no meaning on other wires */
    ModelRequest read(JsonObject body);

    /** {@code leaveOut}: types of the provider's own tools that may be missing in the translation. */
    static RequestReader of(Wire wire, Set<String> leaveOut) {
        return switch (wire) {
            case ANTHROPIC -> new AnthropicRequestReader(leaveOut);
            case CHAT -> new ChatRequestReader();
            case RESPONSES -> new ResponsesRequestReader(leaveOut);
            case GEMINI -> throw new UntranslatableException("the gemini wire", "is not translated");
        };
    }
}
