package dev.mulligan.provider.translate;

import dev.mulligan.text.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a request asks a model, whichever wire it came by.
 *
 * @param effort how hard to think: {@code minimal}, {@code low}, {@code medium}, {@code high}, …
 * @param dropped members that were left out because they change nothing in the answer's meaning
 */
record ModelRequest(
        String model,
        List<Turn> turns,
        ToolUse toolUse,
        Sampling sampling,
        Optional<String> effort,
        Output output,
        List<String> dropped) {

    public ModelRequest {
        turns = List.copyOf(turns);
        dropped = List.copyOf(dropped);
    }

    ModelRequest withModel(String other) {
        return new ModelRequest(other, turns, toolUse, sampling, effort, output, dropped);
    }

    List<Tool> tools() {
        return toolUse.tools();
    }

    /** {@code parallel}: whether the model may call several tools at once; empty when the request does not say. */
    public record ToolUse(List<Tool> tools, ToolChoice choice, Optional<Boolean> parallel) {
        public ToolUse {
            tools = List.copyOf(tools);
        }
    }

    /** How the answer is drawn from the model, and what ends it. */
    public record Sampling(
            OptionalLong maxTokens, Optional<Number> temperature, Optional<Number> topP, List<String> stops) {
        public Sampling {
            stops = List.copyOf(stops);
        }
    }

    /**
     * How the answer is written.
     *
     * @param schema the JSON schema it must follow
     * @param streamUsage whether the client of a chat stream wants its usage
     */
    public record Output(Optional<Schema> schema, boolean streams, boolean streamUsage) {}

    public enum Role {
        SYSTEM,
        USER,
        ASSISTANT
    }

    /** What one side says at a time. */
    public record Turn(Role role, List<Part> parts) {
        public Turn {
            parts = List.copyOf(parts);
        }
    }

    /** A piece of a turn. */
    public sealed interface Part {}

    public record Text(String text) implements Part {}

    /** {@code data} is base64 of this media type, or, when the type is empty, an address. */
    public record Image(String mediaType, String data) implements Part {
        boolean isAddress() {
            return mediaType.isEmpty();
        }

        String url() {
            return isAddress() ? data : "data:" + mediaType + ";base64," + data;
        }
    }

    /** {@code arguments}: JSON as the model wrote it. */
    public record Call(String id, String name, String arguments) implements Part {}

    /** {@code content}: texts and images. */
    public record Result(String callId, List<Part> content, boolean error) implements Part {
        public Result {
            content = List.copyOf(content);
        }
    }

    /** What an upstream without signatures had thought, carried back to it. */
    public record Thought(String text) implements Part {}

    /** {@code namespace}: the group it stands in on the Responses wire; then the name begins with it. */
    public record Tool(
            String name,
            Optional<String> namespace,
            Optional<String> description,
            JsonObject schema,
            Optional<Boolean> strict) {

        /** What a tool of a namespace is called where there are none. */
        static String full(Optional<String> namespace, String name) {
            return namespace.map(group -> group + "__" + name).orElse(name);
        }

        /** Its name within its namespace. */
        String bare() {
            return namespace.map(group -> name.substring(group.length() + 2)).orElse(name);
        }
    }

    public sealed interface ToolChoice {}

    public enum AnyChoice implements ToolChoice {
        UNSAID,
        AUTO,
        REQUIRED,
        NONE
    }

    public record OneTool(String name) implements ToolChoice {}

    public record Schema(String name, JsonObject schema, Optional<Boolean> strict) {}
}
