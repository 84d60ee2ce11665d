package dev.mulligan.provider.translate;

import dev.mulligan.provider.AnthropicObjects;
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
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Anthropic's Messages requests. Thinking stays off: its signatures would have to come back, and OpenAI's clients have no
 * place for them. What OpenAI caches by itself is marked for Anthropic's cache.
 */
final class AnthropicRequestWriter implements RequestWriter {

    /** Anthropic must be told a limit, others need not. */
    private static final long MOST_TOKENS = 32_000;

    private static final JsonObject CACHE = Json.object("type", "ephemeral");

    @Override
    public JsonObject write(ModelRequest request, ToolNames names, List<String> dropped) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("model", request.model());
        body.put("max_tokens", request.sampling().maxTokens().orElse(MOST_TOKENS));
        List<Turn> sides = Parts.sides(request.turns());
        boolean instructed = !sides.isEmpty() && sides.getFirst().role() == Role.SYSTEM;
        if (instructed) {
            String text = Parts.text(sides.getFirst().parts());
            body.put("system", List.of(cached(AnthropicObjects.text(text))));
        }
        body.put("messages", messages(sides.subList(instructed ? 1 : 0, sides.size()), names));
        if (!request.tools().isEmpty()) {
            body.put(
                    "tools",
                    request.tools().stream().map(tool -> tool(tool, names)).toList());
            choice(request, names).ifPresent(choice -> body.put("tool_choice", choice));
        }
        request.sampling().temperature().ifPresent(value -> {
            boolean hotter = value.doubleValue() > 1;
            body.put("temperature", hotter ? (Number) BigDecimal.ONE : value);
            if (hotter) {
                dropped.add("temperature above 1");
            }
        });
        request.sampling().topP().ifPresent(value -> body.put("top_p", value));
        if (!request.sampling().stops().isEmpty()) {
            body.put("stop_sequences", request.sampling().stops());
        }
        request.effort().ifPresent(effort -> dropped.add("reasoning effort"));
        request.output()
                .schema()
                .ifPresent(schema -> body.put(
                        "output_config",
                        Json.object("format", Json.object("type", "json_schema", "schema", schema.schema()))));
        if (request.output().streams()) {
            body.put("stream", true);
        }
        return new JsonObject(body);
    }

    private static JsonObject cached(JsonObject block) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>(block.members());
        members.put("cache_control", CACHE);
        return new JsonObject(members);
    }

    private static List<JsonObject> messages(List<Turn> sides, ToolNames names) {
        List<JsonObject> messages = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            List<JsonObject> blocks = blocks(sides.get(i), names);
            if (blocks.isEmpty()) {
                continue;
            }
            if (i == sides.size() - 1) {
                blocks.add(cached(blocks.removeLast()));
            }
            String role = sides.get(i).role() == Role.ASSISTANT ? "assistant" : "user";
            messages.add(Json.object("role", role, "content", blocks));
        }
        return messages;
    }

    /** Results stand before everything else that the user says. */
    private static List<JsonObject> blocks(Turn turn, ToolNames names) {
        List<JsonObject> blocks = new ArrayList<>();
        turn.parts().stream().filter(Result.class::isInstance).forEach(part -> blocks.add(block(part, names)));
        turn.parts().stream()
                .filter(part -> !(part instanceof Result) && !(part instanceof Thought))
                .filter(part -> !(part instanceof Text text) || !text.text().isBlank())
                .forEach(part -> blocks.add(block(part, names)));
        return blocks;
    }

    private static JsonObject block(Part part, ToolNames names) {
        return switch (part) {
            case Text text -> AnthropicObjects.text(text.text());
            case Image image -> image(image);
            case Call call ->
                AnthropicObjects.toolUse(CallIds.plain(call.id()), names.there(call.name()), Parts.input(call));
            case Result result -> {
                List<JsonObject> content = result.content().stream()
                        .map(inner -> block(inner, names))
                        .toList();
                Map<String, @Nullable Object> block = new LinkedHashMap<>();
                block.put("type", "tool_result");
                block.put("tool_use_id", CallIds.plain(result.callId()));
                block.put("content", content);
                if (result.error()) {
                    block.put("is_error", true);
                }
                yield new JsonObject(block);
            }
            case Thought _ -> throw new UntranslatableException("thinking", "without a signature is not accepted");
        };
    }

    private static JsonObject image(Image image) {
        return Json.object(
                "type",
                "image",
                "source",
                image.isAddress()
                        ? Json.object("type", "url", "url", image.data())
                        : Json.object("type", "base64", "media_type", image.mediaType(), "data", image.data()));
    }

    private static JsonObject tool(Tool tool, ToolNames names) {
        Map<String, @Nullable Object> block = new LinkedHashMap<>();
        block.put("name", names.there(tool.name()));
        tool.description().ifPresent(text -> block.put("description", text));
        block.put("input_schema", tool.schema());
        return new JsonObject(block);
    }

    private static Optional<JsonObject> choice(ModelRequest request, ToolNames names) {
        Map<String, @Nullable Object> choice = new LinkedHashMap<>();
        switch (request.toolUse().choice()) {
            case AnyChoice any -> {
                switch (any) {
                    case UNSAID -> {}
                    case AUTO -> choice.put("type", "auto");
                    case REQUIRED -> choice.put("type", "any");
                    case NONE -> choice.put("type", "none");
                }
            }
            case OneTool one -> {
                choice.put("type", "tool");
                choice.put("name", names.there(one.name()));
            }
        }
        if (request.toolUse().parallel().filter(parallel -> !parallel).isPresent()) {
            choice.putIfAbsent("type", "auto");
            if (!"none".equals(choice.get("type"))) {
                choice.put("disable_parallel_tool_use", true);
            }
        }
        return choice.isEmpty() ? Optional.empty() : Optional.of(new JsonObject(choice));
    }
}
