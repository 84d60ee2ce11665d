package dev.mulligan.provider.translate;

import dev.mulligan.provider.translate.ModelRequest.AnyChoice;
import dev.mulligan.provider.translate.ModelRequest.Call;
import dev.mulligan.provider.translate.ModelRequest.Image;
import dev.mulligan.provider.translate.ModelRequest.OneTool;
import dev.mulligan.provider.translate.ModelRequest.Output;
import dev.mulligan.provider.translate.ModelRequest.Part;
import dev.mulligan.provider.translate.ModelRequest.Result;
import dev.mulligan.provider.translate.ModelRequest.Role;
import dev.mulligan.provider.translate.ModelRequest.Schema;
import dev.mulligan.provider.translate.ModelRequest.Text;
import dev.mulligan.provider.translate.ModelRequest.Thought;
import dev.mulligan.provider.translate.ModelRequest.Tool;
import dev.mulligan.provider.translate.ModelRequest.ToolChoice;
import dev.mulligan.provider.translate.ModelRequest.ToolUse;
import dev.mulligan.provider.translate.ModelRequest.Turn;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Anthropic's Messages requests. */
final class AnthropicRequestReader implements RequestReader {

    /** Claude Code's first system block; it differs in each request and would defeat the prompt cache of others. */
    private static final String BILLING = "x-anthropic-billing-header";

    private final ProviderTools providerTools;

    AnthropicRequestReader(ProviderTools providerTools) {
        this.providerTools = providerTools;
    }

    @Override
    public ModelRequest read(Fields fields) {
        List<Turn> turns = new ArrayList<>();
        List<Part> system = content(fields, "system").stream()
                .filter(part -> !(part instanceof Text text && text.text().startsWith(BILLING)))
                .toList();
        if (!system.isEmpty()) {
            turns.add(new Turn(Role.SYSTEM, system));
        }
        fields.each("messages", (message, type) -> turns.add(turn(message)));
        List<Tool> tools = new ArrayList<>();
        fields.each("tools", (tool, type) -> tool(tool, type).ifPresent(tools::add));
        Optional<Fields> choice = fields.fields("tool_choice");
        Optional<Boolean> parallel =
                choice.flatMap(c -> c.truth("disable_parallel_tool_use")).map(off -> !off);
        Optional<Fields> output = fields.fields("output_config");
        Optional<String> effort = effort(fields.fields("thinking"), output.flatMap(o -> o.text("effort")));
        Optional<Schema> schema = output.flatMap(o -> o.fields("format")).map(AnthropicRequestReader::schema);
        output.ifPresent(Fields::end);
        fields.drop(
                "metadata", "service_tier", "top_k", "context_management", "cache_control", "speed", "inference_geo");
        return new ModelRequest(
                fields.text("model").orElse(""),
                turns,
                new ToolUse(tools, choice.map(AnthropicRequestReader::choice).orElse(AnyChoice.UNSAID), parallel),
                fields.sampling(fields.number("max_tokens"), fields.texts("stop_sequences")),
                effort,
                new Output(schema, fields.truth("stream").orElse(false), true),
                fields.dropped());
    }

    private Turn turn(Fields message) {
        Role role = switch (message.text("role").orElse("")) {
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            case "system" -> Role.SYSTEM;
            default -> throw message.refused("role");
        };
        return new Turn(role, content(message, "content"));
    }

    /** A text, or a list of blocks. */
    private List<Part> content(Fields of, String member) {
        if (of.raw(member) instanceof String text) {
            return text.isEmpty() ? List.of() : List.of(new Text(text));
        }
        List<Part> parts = new ArrayList<>();
        of.each(member, (block, type) -> {
            block.drop("cache_control");
            block.text("type");
            parts.add(part(block, type));
        });
        return parts;
    }

    private Part part(Fields block, String type) {
        return switch (type) {
            case "text" -> new Text(block.text("text").orElse(""));
            case "image" -> image(block.fields("source").orElseThrow(() -> block.refused("source")));
            case "tool_use" -> {
                Optional<JsonObject> input = block.object("input");
                yield new Call(
                        block.text("id").orElse(""),
                        block.text("name").orElse(""),
                        Json.write(input.orElseGet(Json::object)));
            }
            case "tool_result" ->
                new Result(
                        block.text("tool_use_id").orElse(""),
                        content(block, "content"),
                        block.truth("is_error").orElse(false));
            case "redacted_thinking" ->
                block.text("data").flatMap(Thoughts::in).<Part>map(Thought::new).orElseThrow(() -> signed(block));
            case "thinking" -> throw signed(block);
            default ->
                throw new UntranslatableException(
                        block.path(), "is a block of type " + type + ", which other wires do not have");
        };
    }

    private static UntranslatableException signed(Fields block) {
        return new UntranslatableException(
                block.path(), "is thinking signed by another account, which no other upstream accepts");
    }

    private static Image image(Fields source) {
        Image image = switch (source.text("type").orElse("")) {
            case "base64" ->
                new Image(
                        source.text("media_type").orElse("image/png"),
                        source.text("data").orElse(""));
            case "url" -> new Image("", source.text("url").orElse(""));
            default -> throw source.refused("type");
        };
        source.end();
        return image;
    }

    private Optional<Tool> tool(Fields tool, String type) {
        boolean own = type.isEmpty() || type.equals("custom");
        tool.text("type");
        if (!own) {
            providerTools.drop(tool, type);
            tool.text("name");
            tool.drop("max_uses", "allowed_domains", "blocked_domains", "user_location", "cache_control");
            return Optional.empty();
        }
        tool.drop("cache_control", "eager_input_streaming", "defer_loading", "input_examples", "allowed_callers");
        return Optional.of(new Tool(
                tool.text("name").orElse(""),
                Optional.empty(),
                tool.text("description"),
                tool.object("input_schema").orElseGet(Json::object),
                tool.truth("strict")));
    }

    private static ToolChoice choice(Fields choice) {
        ToolChoice wanted = switch (choice.text("type").orElse("")) {
            case "auto" -> AnyChoice.AUTO;
            case "any" -> AnyChoice.REQUIRED;
            case "none" -> AnyChoice.NONE;
            case "tool" -> new OneTool(choice.text("name").orElse(""));
            default -> throw choice.refused("type");
        };
        choice.end();
        return wanted;
    }

    private static Optional<String> effort(Optional<Fields> thinking, Optional<String> stated) {
        Optional<String> wanted = thinking.flatMap(t -> switch (t.text("type").orElse("")) {
            case "enabled" -> {
                long budget = t.number("budget_tokens").orElse(0);
                yield Optional.of(budget >= 4096 ? "high" : budget >= 2048 ? "medium" : "low");
            }
            case "adaptive" -> Optional.of("high");
            default -> Optional.<String>empty();
        });
        thinking.ifPresent(t -> {
            t.drop("display");
            t.end();
        });
        return stated.or(() -> wanted).map(effort -> effort.equals("max") || effort.equals("xhigh") ? "high" : effort);
    }

    private static Schema schema(Fields format) {
        if (!format.text("type").orElse("").equals("json_schema")) {
            throw format.refused("type");
        }
        Schema schema = new Schema("answer", format.object("schema").orElseGet(Json::object), Optional.of(true));
        format.end();
        return schema;
    }
}
