package dev.mulligan.provider.translate;

import dev.mulligan.provider.UsageReader;
import dev.mulligan.provider.Wire;
import dev.mulligan.provider.translate.AnswerPart.StopReason;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.function.Consumer;

/** Anthropic's answers. */
final class AnthropicAnswerReader implements AnswerReader {

    @Override
    public void event(String type, JsonObject data, Consumer<AnswerPart> out) {
        int number = data.integer("index").orElse(0);
        switch (type) {
            case "message_start" ->
                data.object("message").ifPresent(message -> {
                    out.accept(new AnswerPart.Start(message.text("id", "0"), message.text("model", "")));
                    usage(message, out);
                });
            case "content_block_start" -> data.object("content_block").ifPresent(block -> block(number, block, out));
            case "content_block_delta" ->
                data.object("delta").ifPresent(delta -> {
                    delta.text("text").ifPresent(text -> out.accept(new AnswerPart.Text(text)));
                    delta.text("partial_json").ifPresent(json -> out.accept(new AnswerPart.Arguments(number, json)));
                });
            case "message_delta" -> {
                data.object("delta").flatMap(d -> d.text("stop_reason")).ifPresent(reason -> stop(reason, out));
                usage(data, out);
            }
            default -> {}
        }
    }

    private static void block(int number, JsonObject block, Consumer<AnswerPart> out) {
        switch (block.text("type", "")) {
            case "text" ->
                block.text("text")
                        .filter(text -> !text.isEmpty())
                        .ifPresent(text -> out.accept(new AnswerPart.Text(text)));
            case "tool_use" -> out.accept(new AnswerPart.Call(number, block.text("id", ""), block.text("name", "")));
            default -> {}
        }
    }

    private static void usage(JsonObject holder, Consumer<AnswerPart> out) {
        holder.object("usage")
                .ifPresent(usage -> out.accept(new AnswerPart.Counted(UsageReader.of(Wire.ANTHROPIC, usage))));
    }

    private static void stop(String reason, Consumer<AnswerPart> out) {
        out.accept(new AnswerPart.Stop(
                switch (reason) {
                    case "tool_use" -> StopReason.TOOL_USE;
                    case "max_tokens", "model_context_window_exceeded" -> StopReason.MAX_TOKENS;
                    case "stop_sequence" -> StopReason.STOP_SEQUENCE;
                    case "refusal" -> StopReason.REFUSAL;
                    default -> StopReason.END;
                }));
    }

    @Override
    public void whole(JsonObject body, Consumer<AnswerPart> out) {
        out.accept(new AnswerPart.Start(body.text("id", "0"), body.text("model", "")));
        int number = 0;
        for (Object item : body.list("content")) {
            if (item instanceof JsonObject block) {
                int at = number++;
                block(at, block, out);
                if (block.text("type", "").equals("tool_use")) {
                    out.accept(new AnswerPart.Arguments(
                            at, Json.write(block.object("input").orElseGet(Json::object))));
                }
            }
        }
        body.text("stop_reason").ifPresent(reason -> stop(reason, out));
        usage(body, out);
    }
}
