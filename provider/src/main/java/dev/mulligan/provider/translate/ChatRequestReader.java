package dev.mulligan.provider.translate;

import dev.mulligan.provider.translate.ModelRequest.Call;
import dev.mulligan.provider.translate.ModelRequest.OneTool;
import dev.mulligan.provider.translate.ModelRequest.Output;
import dev.mulligan.provider.translate.ModelRequest.Part;
import dev.mulligan.provider.translate.ModelRequest.Result;
import dev.mulligan.provider.translate.ModelRequest.Role;
import dev.mulligan.provider.translate.ModelRequest.Schema;
import dev.mulligan.provider.translate.ModelRequest.Text;
import dev.mulligan.provider.translate.ModelRequest.Tool;
import dev.mulligan.provider.translate.ModelRequest.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** OpenAI's chat completions requests. */
final class ChatRequestReader implements RequestReader {

    @Override
    public ModelRequest read(Fields fields) {
        List<Turn> turns = new ArrayList<>();
        fields.each("messages", (message, type) -> turns.add(turn(message)));
        List<Tool> tools = new ArrayList<>();
        fields.each("tools", (tool, type) -> tools.add(tool(tool, type)));
        if (fields.number("n").orElse(1) != 1) {
            throw new UntranslatableException("n", "asks for several answers, which other wires do not give");
        }
        OptionalLong newer = fields.number("max_completion_tokens");
        OptionalLong older = fields.number("max_tokens");
        OpenAiFields.noPenalties(fields);
        fields.drop(
                "metadata",
                "service_tier",
                "store",
                "user",
                "seed",
                "safety_identifier",
                "prompt_cache_key",
                "prompt_cache_retention",
                "verbosity");
        if (fields.texts("modalities").stream().anyMatch(kind -> !kind.equals("text"))) {
            throw fields.refused("modalities");
        }
        Optional<Fields> streamOptions = fields.fields("stream_options");
        boolean usage = streamOptions.flatMap(o -> o.truth("include_usage")).orElse(false);
        streamOptions.ifPresent(o -> {
            o.drop("include_obfuscation");
            o.end();
        });
        Optional<Schema> schema = fields.fields("response_format")
                .flatMap(format -> OpenAiFields.schema(format, format.fields("json_schema")));
        return new ModelRequest(
                fields.text("model").orElse(""),
                turns,
                OpenAiFields.toolUse(fields, tools, ChatRequestReader::chosen),
                fields.sampling(
                        newer.isPresent() ? newer : older,
                        fields.raw("stop") instanceof String one ? List.of(one) : fields.texts("stop")),
                fields.text("reasoning_effort"),
                new Output(schema, fields.truth("stream").orElse(false), usage),
                fields.dropped());
    }

    private static Turn turn(Fields message) {
        String role = message.text("role").orElse("");
        message.drop("name");
        message.text("type");
        return switch (role) {
            case "system", "developer" -> new Turn(Role.SYSTEM, content(message));
            case "user" -> new Turn(Role.USER, content(message));
            case "tool" ->
                new Turn(
                        Role.USER,
                        List.of(new Result(message.text("tool_call_id").orElse(""), content(message), false)));
            case "assistant" -> {
                message.drop("reasoning_content", "reasoning", "reasoning_details", "annotations");
                List<Part> parts = new ArrayList<>(content(message));
                message.each("tool_calls", (call, type) -> {
                    call.text("type");
                    call.number("index");
                    String id = call.text("id").orElse("");
                    Fields function = call.fields("function").orElseThrow(() -> call.refused("type"));
                    parts.add(new Call(
                            id,
                            function.text("name").orElse(""),
                            function.text("arguments").orElse("")));
                    function.end();
                });
                yield new Turn(Role.ASSISTANT, parts);
            }
            default -> throw message.refused("role");
        };
    }

    private static List<Part> content(Fields message) {
        if (message.raw("content") instanceof String text) {
            return text.isEmpty() ? List.of() : List.of(new Text(text));
        }
        List<Part> parts = new ArrayList<>();
        message.each("content", (part, type) -> {
            part.text("type");
            part.drop("cache_control");
            parts.add(
                    switch (type) {
                        case "text" -> new Text(part.text("text").orElse(""));
                        case "refusal" -> new Text(part.text("refusal").orElse(""));
                        case "image_url" -> {
                            Fields image = part.fields("image_url").orElseThrow(() -> part.refused("image_url"));
                            image.drop("detail");
                            String url = image.text("url").orElse("");
                            image.end();
                            yield OpenAiFields.image(url, image.name("url"));
                        }
                        default -> throw part.refused("type");
                    });
        });
        return parts;
    }

    private static Tool tool(Fields tool, String type) {
        if (!type.equals("function")) {
            throw new UntranslatableException(tool.name("type"), type + " is a tool that other wires do not have");
        }
        tool.text("type");
        tool.drop("cache_control");
        Fields function = tool.fields("function").orElseThrow(() -> tool.refused("function"));
        Tool read = OpenAiFields.function(function, Optional.empty());
        function.end();
        return read;
    }

    private static OneTool chosen(Fields choice) {
        choice.text("type");
        Fields function = choice.fields("function").orElseThrow(() -> choice.refused("type"));
        return new OneTool(function.text("name").orElse(""));
    }
}
