package dev.mulligan.provider.translate;

import dev.mulligan.provider.translate.ModelRequest.AnyChoice;
import dev.mulligan.provider.translate.ModelRequest.Image;
import dev.mulligan.provider.translate.ModelRequest.OneTool;
import dev.mulligan.provider.translate.ModelRequest.Schema;
import dev.mulligan.provider.translate.ModelRequest.Tool;
import dev.mulligan.provider.translate.ModelRequest.ToolChoice;
import dev.mulligan.provider.translate.ModelRequest.ToolUse;
import dev.mulligan.text.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What OpenAI's two wires have in common. */
final class OpenAiFields {

    private OpenAiFields() {}

    static Image image(String url, String field) {
        if (!url.startsWith("data:")) {
            return new Image("", url);
        }
        int comma = url.indexOf(',');
        int semicolon = url.indexOf(';');
        if (comma < 0 || semicolon < 0 || semicolon > comma || !url.startsWith("base64", semicolon + 1)) {
            throw new UntranslatableException(field, "is a data address that is not base64");
        }
        return new Image(url.substring("data:".length(), semicolon), url.substring(comma + 1));
    }

    static Tool function(Fields function, Optional<String> namespace) {
        function.drop("defer_loading");
        return new Tool(
                Tool.full(namespace, function.text("name").orElse("")),
                namespace,
                function.text("description"),
                function.object("parameters")
                        .orElseGet(() -> Json.object("type", "object", "properties", Json.object())),
                function.truth("strict"));
    }

    /** {@code oneTool} reads the choice of one tool, which each of the two writes in its own way. */
    static ToolUse toolUse(Fields fields, List<Tool> tools, Function<Fields, OneTool> oneTool) {
        ToolChoice choice = fields.raw("tool_choice") instanceof String word
                ? anyChoice(word, fields)
                : fields.fields("tool_choice").<ToolChoice>map(oneTool).orElse(AnyChoice.UNSAID);
        return new ToolUse(tools, choice, fields.truth("parallel_tool_calls"));
    }

    private static ToolChoice anyChoice(String word, Fields fields) {
        return switch (word) {
            case "auto" -> AnyChoice.AUTO;
            case "required" -> AnyChoice.REQUIRED;
            case "none" -> AnyChoice.NONE;
            default -> throw fields.refused("tool_choice");
        };
    }

    /** {@code definition}: where the format has its schema. */
    static Optional<Schema> schema(Fields format, Optional<Fields> definition) {
        return switch (format.text("type").orElse("")) {
            case "text" -> Optional.empty();
            case "json_schema" ->
                definition.map(defined -> new Schema(
                        defined.text("name").orElse("answer"),
                        defined.object("schema").orElseGet(Json::object),
                        defined.truth("strict")));
            default -> throw format.refused("type");
        };
    }

    /** Zero, the default, asks for nothing. */
    static void noPenalties(Fields fields) {
        for (String penalty : new String[] {"frequency_penalty", "presence_penalty"}) {
            if (fields.decimal(penalty)
                    .filter(value -> value.doubleValue() != 0)
                    .isPresent()) {
                throw fields.refused(penalty);
            }
        }
    }
}
