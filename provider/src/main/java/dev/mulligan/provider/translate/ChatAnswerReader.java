package dev.mulligan.provider.translate;

import dev.mulligan.provider.UsageReader;
import dev.mulligan.provider.Wire;
import dev.mulligan.provider.translate.AnswerPart.StopReason;
import dev.mulligan.text.JsonObject;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Answers of chat completions. */
final class ChatAnswerReader implements AnswerReader {

    private boolean started;
    private final Set<Integer> calls = new HashSet<>();

    @Override
    public void event(String type, JsonObject data, Consumer<AnswerPart> out) {
        read(data, "delta", out);
    }

    @Override
    public void whole(JsonObject body, Consumer<AnswerPart> out) {
        read(body, "message", out);
    }

    private void read(JsonObject body, String member, Consumer<AnswerPart> out) {
        if (!started) {
            started = true;
            out.accept(new AnswerPart.Start(body.text("id", "0"), body.text("model", "")));
        }
        for (Object choice : body.list("choices")) {
            if (choice instanceof JsonObject one && one.integer("index").orElse(0) == 0) {
                one.object(member).ifPresent(said -> said(said, out));
                one.text("finish_reason").ifPresent(reason -> stop(reason, out));
            }
        }
        body.object("usage").ifPresent(usage -> out.accept(new AnswerPart.Counted(UsageReader.of(Wire.CHAT, usage))));
    }

    private void said(JsonObject said, Consumer<AnswerPart> out) {
        said.text("reasoning_content")
                .or(() -> said.text("reasoning"))
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> out.accept(new AnswerPart.Thought(text)));
        said.text("content").filter(text -> !text.isEmpty()).ifPresent(text -> out.accept(new AnswerPart.Text(text)));
        said.text("refusal").filter(text -> !text.isEmpty()).ifPresent(text -> out.accept(new AnswerPart.Text(text)));
        int position = 0;
        for (Object item : said.list("tool_calls")) {
            if (item instanceof JsonObject call) {
                call(call, call.integer("index").orElse(position), out);
            }
            position++;
        }
    }

    /** The piece that begins a call may hold arguments already. */
    private void call(JsonObject call, int number, Consumer<AnswerPart> out) {
        JsonObject function = call.object("function").orElseGet(dev.mulligan.text.Json::object);
        if (calls.add(number)) {
            out.accept(new AnswerPart.Call(number, call.text("id", "call_" + number), function.text("name", "")));
        }
        function.text("arguments")
                .filter(json -> !json.isEmpty())
                .ifPresent(json -> out.accept(new AnswerPart.Arguments(number, json)));
    }

    private static void stop(String reason, Consumer<AnswerPart> out) {
        out.accept(new AnswerPart.Stop(
                switch (reason) {
                    case "tool_calls", "function_call" -> StopReason.TOOL_USE;
                    case "length" -> StopReason.MAX_TOKENS;
                    case "content_filter" -> StopReason.REFUSAL;
                    default -> StopReason.END;
                }));
    }
}
