package dev.mulligan.provider.translate;

import dev.mulligan.provider.Wire;
import dev.mulligan.text.JsonObject;
import java.util.Set;

/** Reads the requests of one wire. */
interface RequestReader {

    /** The members of the request that this wire knows; the caller refuses those that are left. */
    ModelRequest read(Fields fields);

    /**
     * The request in this body.
     *
     * @param leaveOut types of the provider's own tools that may be missing in the translation
     * @throws UntranslatableException when it holds something that has no meaning on other wires
     */
    static ModelRequest read(Wire wire, JsonObject body, Set<String> leaveOut) {
        Fields fields = new Fields(wire, body);
        ModelRequest request = of(wire, new ProviderTools(leaveOut)).read(fields);
        fields.end();
        return request;
    }

    private static RequestReader of(Wire wire, ProviderTools providerTools) {
        return switch (wire) {
            case ANTHROPIC -> new AnthropicRequestReader(providerTools);
            case CHAT -> new ChatRequestReader();
            case RESPONSES -> new ResponsesRequestReader(providerTools);
            case GEMINI -> throw new UntranslatableException("the gemini wire", "is not translated");
        };
    }
}
