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

/** OpenAI's Responses requests. */
final class ResponsesRequestReader implements RequestReader {

    private final ProviderTools providerTools;

    ResponsesRequestReader(ProviderTools providerTools) {
        this.providerTools = providerTools;
    }

    @Override
    public ModelRequest read(Fields fields) {
        List<Turn> turns = new ArrayList<>();
        fields.text("instructions")
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> turns.add(new Turn(Role.SYSTEM, List.of(new Text(text)))));
        if (fields.raw("input") instanceof String text) {
            turns.add(new Turn(Role.USER, List.of(new Text(text))));
        } else {
            fields.each("input", (item, type) -> item(item, type).ifPresent(turns::add));
        }
        List<Tool> tools = new ArrayList<>();
        fields.each("tools", (tool, type) -> tools(tool, type, tools));
        Optional<Fields> reasoning = fields.fields("reasoning");
        Optional<String> effort = reasoning.flatMap(r -> r.text("effort"));
        reasoning.ifPresent(r -> {
            r.drop("summary", "generate_summary", "context");
            r.end();
        });
        Optional<Fields> text = fields.fields("text");
        Optional<Schema> schema = text.flatMap(t -> t.fields("format"))
                .flatMap(format -> OpenAiFields.schema(format, Optional.of(format)));
        text.ifPresent(t -> {
            t.drop("verbosity");
            t.end();
        });
        if (fields.text("truncation").filter("auto"::equals).isPresent()) {
            throw fields.refused("truncation");
        }
        fields.drop(
                "metadata",
                "client_metadata",
                "service_tier",
                "store",
                "include",
                "user",
                "safety_identifier",
                "prompt_cache_key",
                "prompt_cache_retention",
                "stream_options");
        return new ModelRequest(
                fields.text("model").orElse(""),
                turns,
                OpenAiFields.toolUse(fields, tools, ResponsesRequestReader::chosen),
                fields.sampling(fields.number("max_output_tokens"), List.of()),
                effort,
                new Output(schema, fields.truth("stream").orElse(false), true),
                fields.dropped());
    }

    private static Optional<Turn> item(Fields item, String type) {
        item.text("type");
        item.text("id");
        item.text("status");
        return switch (type) {
            case "message", "" -> {
                item.drop("phase");
                yield Optional.of(new Turn(role(item), content(item, "content")));
            }
            case "function_call" ->
                Optional.of(new Turn(
                        Role.ASSISTANT,
                        List.of(new Call(
                                item.text("call_id").orElse(""),
                                Tool.full(
                                        item.text("namespace"),
                                        item.text("name").orElse("")),
                                item.text("arguments").orElse("")))));
            case "function_call_output" ->
                Optional.of(new Turn(
                        Role.USER,
                        List.of(new Result(item.text("call_id").orElse(""), content(item, "output"), false))));
            case "reasoning" -> {
                if (item.says("encrypted_content")) {
                    throw new UntranslatableException(
                            item.path() + ".encrypted_content",
                            "is reasoning encrypted by another account, which no other upstream accepts");
                }
                item.drop("summary", "content", "encrypted_content");
                yield Optional.empty();
            }
            default ->
                throw new UntranslatableException(
                        item.path(), "is an item of type " + type + ", which other wires do not have");
        };
    }

    private static Role role(Fields item) {
        return switch (item.text("role").orElse("")) {
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            case "system", "developer" -> Role.SYSTEM;
            default -> throw item.refused("role");
        };
    }

    private static List<Part> content(Fields item, String member) {
        if (item.raw(member) instanceof String text) {
            return List.of(new Text(text));
        }
        List<Part> parts = new ArrayList<>();
        item.each(member, (part, type) -> {
            part.text("type");
            part.drop("annotations", "logprobs");
            parts.add(
                    switch (type) {
                        case "input_text", "output_text", "text" ->
                            new Text(part.text("text").orElse(""));
                        case "refusal" -> new Text(part.text("refusal").orElse(""));
                        case "input_image" -> {
                            part.drop("detail");
                            if (part.says("file_id")) {
                                throw part.refused("file_id");
                            }
                            yield OpenAiFields.image(part.text("image_url").orElse(""), part.name("image_url"));
                        }
                        default -> throw part.refused("type");
                    });
        });
        return parts;
    }

    private void tools(Fields tool, String type, List<Tool> tools) {
        tool.text("type");
        switch (type) {
            case "function" -> tools.add(OpenAiFields.function(tool, Optional.empty()));
            case "namespace" -> {
                Optional<String> group = tool.text("name");
                tool.drop("description");
                tool.each("tools", (inner, kind) -> {
                    if (!kind.equals("function")) {
                        throw inner.refused("type");
                    }
                    inner.text("type");
                    tools.add(OpenAiFields.function(inner, group));
                });
            }
            default -> {
                providerTools.drop(tool, type);
                tool.drop("external_web_access", "search_context_size", "user_location", "filters", "name");
            }
        }
    }

    private static OneTool chosen(Fields choice) {
        if (!choice.text("type").orElse("").equals("function")) {
            throw choice.refused("type");
        }
        return new OneTool(choice.text("name").orElse(""));
    }
}
