package dev.mulligan.provider.translate;

import dev.mulligan.provider.Wire;
import dev.mulligan.provider.translate.ModelRequest.AnyChoice;
import dev.mulligan.provider.translate.ModelRequest.Call;
import dev.mulligan.provider.translate.ModelRequest.Image;
import dev.mulligan.provider.translate.ModelRequest.OneTool;
import dev.mulligan.provider.translate.ModelRequest.Part;
import dev.mulligan.provider.translate.ModelRequest.Result;
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

/** Chat completions requests, which most compatible servers understand. */
final class ChatRequestWriter implements RequestWriter {

    private static final int MOST_STOPS = 4;

    @Override
    public JsonObject write(ModelRequest request, ToolNames names, List<String> dropped) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("model", request.model());
        List<JsonObject> messages = new ArrayList<>();
        Parts.sides(request.turns()).forEach(turn -> messages(turn, names, messages));
        body.put("messages", messages);
        if (!request.tools().isEmpty()) {
            body.put(
                    "tools",
                    request.tools().stream()
                            .map(tool -> Json.object("type", "function", "function", function(tool, names)))
                            .toList());
        }
        choice(request, names).ifPresent(choice -> body.put("tool_choice", choice));
        if (!request.tools().isEmpty()) {
            request.toolUse().parallel().ifPresent(parallel -> body.put("parallel_tool_calls", parallel));
        }
        boolean reasons = OpenAiModels.reasons(request.model());
        request.sampling()
                .maxTokens()
                .ifPresent(most -> body.put(reasons ? "max_completion_tokens" : "max_tokens", most));
        OpenAiModels.sampling(request, body, dropped);
        if (request.sampling().stops().size() > MOST_STOPS) {
            throw new UntranslatableException("stop_sequences", "has more than four entries, the chat wire's limit");
        }
        if (!request.sampling().stops().isEmpty()) {
            body.put("stop", request.sampling().stops());
        }
        OpenAiModels.effort(request, dropped).ifPresent(effort -> body.put("reasoning_effort", effort));
        request.output()
                .schema()
                .ifPresent(schema -> body.put(
                        "response_format",
                        Json.object(
                                "type",
                                "json_schema",
                                "json_schema",
                                Json.object(
                                        "name",
                                        schema.name(),
                                        "schema",
                                        schema.schema(),
                                        "strict",
                                        schema.strict().orElse(false)))));
        if (request.output().streams()) {
            body.put("stream", true);
            body.put("stream_options", Json.object("include_usage", true));
        }
        return new JsonObject(body);
    }

    private static void messages(Turn turn, ToolNames names, List<JsonObject> messages) {
        switch (turn.role()) {
            case SYSTEM -> messages.add(Json.object("role", "system", "content", Parts.text(turn.parts())));
            case ASSISTANT -> messages.add(assistant(turn, names));
            case USER -> user(turn, messages);
        }
    }

    private static JsonObject assistant(Turn turn, ToolNames names) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("role", "assistant");
        String text = Parts.text(turn.parts());
        List<JsonObject> calls = new ArrayList<>();
        for (Part part : turn.parts()) {
            switch (part) {
                case Call call ->
                    calls.add(Json.object(
                            "id",
                            call.id(),
                            "type",
                            "function",
                            "function",
                            Json.object("name", names.there(call.name()), "arguments", Parts.arguments(call))));
                case Image _ ->
                    throw new UntranslatableException("an image of the assistant", "cannot be said on the chat wire");
                case Text _, Thought _, Result _ -> {}
            }
        }
        message.put("content", text.isEmpty() && !calls.isEmpty() ? null : text);
        String thought = Parts.thought(turn.parts());
        if (!thought.isEmpty()) {
            message.put("reasoning_content", thought);
        }
        if (!calls.isEmpty()) {
            message.put("tool_calls", calls);
        }
        return new JsonObject(message);
    }

    /** Results first, since they must follow their calls; then what the user says, with the images of the results. */
    private static void user(Turn turn, List<JsonObject> messages) {
        List<Part> rest = new ArrayList<>();
        for (Part part : turn.parts()) {
            if (part instanceof Result result) {
                messages.add(Json.object(
                        "role", "tool", "tool_call_id", result.callId(), "content", Parts.resultText(result)));
                rest.addAll(Parts.images(result));
            }
        }
        turn.parts().stream().filter(part -> !(part instanceof Result)).forEach(rest::add);
        if (!rest.isEmpty()) {
            boolean plain = rest.stream().allMatch(Text.class::isInstance);
            messages.add(Json.object(
                    "role",
                    "user",
                    "content",
                    plain
                            ? Parts.text(rest)
                            : rest.stream().map(ChatRequestWriter::part).toList()));
        }
    }

    private static JsonObject part(Part part) {
        return switch (part) {
            case Text text -> Json.object("type", "text", "text", text.text());
            case Image image -> Json.object("type", "image_url", "image_url", Json.object("url", image.url()));
            case Call _, Result _, Thought _ -> throw UntranslatableException.notOn("a user's message", Wire.CHAT);
        };
    }

    private static JsonObject function(Tool tool, ToolNames names) {
        Map<String, @Nullable Object> function = new LinkedHashMap<>();
        function.put("name", names.there(tool.name()));
        tool.description().ifPresent(text -> function.put("description", text));
        function.put("parameters", tool.schema());
        tool.strict().filter(strict -> strict).ifPresent(strict -> function.put("strict", true));
        return new JsonObject(function);
    }

    private static Optional<Object> choice(ModelRequest request, ToolNames names) {
        if (request.tools().isEmpty()) {
            return Optional.empty();
        }
        return switch (request.toolUse().choice()) {
            case AnyChoice any -> OpenAiModels.choice(any);
            case OneTool one ->
                Optional.of(Json.object("type", "function", "function", Json.object("name", names.there(one.name()))));
        };
    }
}
