package dev.mulligan.provider.translate;

import dev.mulligan.provider.Wire;
import dev.mulligan.provider.translate.ModelRequest.AnyChoice;
import dev.mulligan.provider.translate.ModelRequest.Call;
import dev.mulligan.provider.translate.ModelRequest.Image;
import dev.mulligan.provider.translate.ModelRequest.OneTool;
import dev.mulligan.provider.translate.ModelRequest.Part;
import dev.mulligan.provider.translate.ModelRequest.Result;
import dev.mulligan.provider.translate.ModelRequest.Role;
import dev.mulligan.provider.translate.ModelRequest.Text;
import dev.mulligan.provider.translate.ModelRequest.Thought;
import dev.mulligan.provider.translate.ModelRequest.Tool;
import dev.mulligan.provider.translate.ModelRequest.Turn;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** OpenAI's Responses requests, without state on the server. */
final class ResponsesRequestWriter implements RequestWriter {

    @Override
    public JsonObject write(ModelRequest request, ToolNames names, List<String> dropped) {
        if (!request.sampling().stops().isEmpty()) {
            throw UntranslatableException.notOn("stop_sequences", Wire.RESPONSES);
        }
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("model", request.model());
        List<Turn> turns = request.turns();
        boolean instructed = !turns.isEmpty() && turns.getFirst().role() == Role.SYSTEM;
        if (instructed) {
            body.put("instructions", Parts.text(turns.getFirst().parts()));
        }
        List<JsonObject> input = new ArrayList<>();
        turns.stream().skip(instructed ? 1 : 0).forEach(turn -> items(turn, names, input));
        body.put("input", input);
        if (!request.tools().isEmpty()) {
            body.put(
                    "tools",
                    request.tools().stream().map(tool -> tool(tool, names)).toList());
            choice(request, names).ifPresent(choice -> body.put("tool_choice", choice));
            request.toolUse().parallel().ifPresent(parallel -> body.put("parallel_tool_calls", parallel));
        }
        request.sampling().maxTokens().ifPresent(most -> body.put("max_output_tokens", most));
        OpenAiModels.sampling(request, body, dropped);
        OpenAiModels.effort(request, dropped).ifPresent(effort -> body.put("reasoning", Json.object("effort", effort)));
        request.output()
                .schema()
                .ifPresent(schema -> body.put(
                        "text",
                        Json.object(
                                "format",
                                Json.object(
                                        "type",
                                        "json_schema",
                                        "name",
                                        schema.name(),
                                        "schema",
                                        schema.schema(),
                                        "strict",
                                        schema.strict().orElse(false)))));
        body.put("store", false);
        if (request.output().streams()) {
            body.put("stream", true);
        }
        return new JsonObject(body);
    }

    private static void items(Turn turn, ToolNames names, List<JsonObject> input) {
        String role = switch (turn.role()) {
            case SYSTEM -> "developer";
            case USER -> "user";
            case ASSISTANT -> "assistant";
        };
        List<JsonObject> said = new ArrayList<>();
        // Results first, since they must follow their calls; calls after the words that lead to them.
        turn.parts().stream().filter(Result.class::isInstance).forEach(result -> input.add(output((Result) result)));
        for (Part part : turn.parts()) {
            switch (part) {
                case Text text ->
                    said.add(Json.object(
                            "type", turn.role() == Role.ASSISTANT ? "output_text" : "input_text", "text", text.text()));
                case Image image -> said.add(image(image));
                case Call _, Result _, Thought _ -> {}
            }
        }
        if (!said.isEmpty()) {
            input.add(Json.object("type", "message", "role", role, "content", said));
        }
        for (Part part : turn.parts()) {
            if (part instanceof Call call) {
                input.add(Json.object(
                        "type",
                        "function_call",
                        "call_id",
                        call.id(),
                        "name",
                        names.there(call.name()),
                        "arguments",
                        Parts.arguments(call)));
            }
        }
    }

    private static JsonObject image(Image image) {
        return Json.object("type", "input_image", "image_url", image.url());
    }

    private static JsonObject output(Result result) {
        List<Image> images = Parts.images(result);
        List<JsonObject> shown = new ArrayList<>();
        shown.add(Json.object("type", "input_text", "text", Parts.resultText(result)));
        images.forEach(image -> shown.add(image(image)));
        return Json.object(
                "type",
                "function_call_output",
                "call_id",
                result.callId(),
                "output",
                images.isEmpty() ? Parts.resultText(result) : shown);
    }

    private static JsonObject tool(Tool tool, ToolNames names) {
        Map<String, @Nullable Object> function = new LinkedHashMap<>();
        function.put("type", "function");
        function.put("name", names.there(tool.name()));
        tool.description().ifPresent(text -> function.put("description", text));
        function.put("parameters", tool.schema());
        function.put("strict", tool.strict().orElse(false));
        return new JsonObject(function);
    }

    private static Optional<Object> choice(ModelRequest request, ToolNames names) {
        return switch (request.toolUse().choice()) {
            case AnyChoice any -> OpenAiModels.choice(any);
            case OneTool one -> Optional.of(Json.object("type", "function", "name", names.there(one.name())));
        };
    }
}
