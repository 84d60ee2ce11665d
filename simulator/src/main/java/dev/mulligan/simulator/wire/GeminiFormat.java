package dev.mulligan.simulator.wire;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Gemini's generateContent wire. It has no terminator: the chunk with a finish reason is the last. */
final class GeminiFormat implements WireFormat {

    @Override
    public JsonObject json(SimulatedReply reply, String model, String id) {
        List<JsonObject> parts = reply.tool()
                .map(tool -> List.of(
                        Json.object("functionCall", Json.object("name", tool.name(), "args", tool.arguments()))))
                .orElseGet(() -> reply.text().isEmpty() ? List.of() : List.of(Json.object("text", reply.text())));
        return chunk(parts, true, reply, model);
    }

    private static JsonObject chunk(List<JsonObject> parts, boolean last, SimulatedReply reply, String model) {
        JsonObject content = Json.object("parts", parts, "role", "model");
        JsonObject candidate = last
                ? Json.object("content", content, "finishReason", "STOP", "index", 0)
                : Json.object("content", content, "index", 0);
        int prompt = reply.inputTokens() + reply.cacheReadTokens();
        return Json.object(
                "candidates", List.of(candidate),
                "usageMetadata",
                        Json.object(
                                "promptTokenCount",
                                prompt,
                                "cachedContentTokenCount",
                                reply.cacheReadTokens(),
                                "candidatesTokenCount",
                                reply.outputTokens(),
                                "totalTokenCount",
                                prompt + reply.outputTokens()),
                "modelVersion", model);
    }

    @Override
    public Frames stream(SimulatedReply reply, String model, String id) {
        List<String> content = new ArrayList<>();
        reply.tool()
                .ifPresentOrElse(
                        tool -> content.add(data(chunk(
                                List.of(Json.object(
                                        "functionCall", Json.object("name", tool.name(), "args", tool.arguments()))),
                                false,
                                reply,
                                model))),
                        () -> WireFormat.pieces(reply.text())
                                .forEach(piece -> content.add(
                                        data(chunk(List.of(Json.object("text", piece)), false, reply, model)))));
        return new Frames(List.of(), content, List.of(), List.of(data(chunk(List.of(), true, reply, model))));
    }

    private static String data(JsonObject object) {
        return "data: " + Json.write(object) + "\r\n\r\n";
    }

    @Override
    public String malformedEvent() {
        return "data: {\"candidates\": [{\"content\": \r\n\r\n";
    }
}
