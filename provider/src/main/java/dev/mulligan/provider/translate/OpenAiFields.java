package dev.mulligan.provider.translate;

import dev.mulligan.provider.translate.ModelRequest.AnyChoice;
import dev.mulligan.provider.translate.ModelRequest.Image;
import dev.mulligan.provider.translate.ModelRequest.Tool;
import dev.mulligan.provider.translate.ModelRequest.ToolChoice;
import dev.mulligan.text.Json;
import java.util.Optional;

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

    static ToolChoice choice(String word, Fields fields) {
        return switch (word) {
            case "auto" -> AnyChoice.AUTO;
            case "required" -> AnyChoice.REQUIRED;
            case "none" -> AnyChoice.NONE;
            default -> throw fields.refused("tool_choice");
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
