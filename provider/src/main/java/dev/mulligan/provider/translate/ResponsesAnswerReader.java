package dev.mulligan.provider.translate;

import dev.mulligan.provider.FinalAnswers;
import dev.mulligan.provider.UsageReader;
import dev.mulligan.provider.Wire;
import dev.mulligan.provider.translate.AnswerPart.StopReason;
import dev.mulligan.text.JsonObject;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Answers of OpenAI's Responses. Deltas count where they come; an item that had none counts when it is done. */
final class ResponsesAnswerReader implements AnswerReader {

    private final Set<Integer> told = new HashSet<>();
    private final Set<Integer> calls = new HashSet<>();

    @Override
    public void event(String type, JsonObject data, Consumer<AnswerPart> out) {
        int number = data.integer("output_index").orElse(0);
        switch (type) {
            case "response.created" ->
                data.object("response")
                        .ifPresent(r -> out.accept(new AnswerPart.Start(r.text("id", "0"), r.text("model", ""))));
            case "response.output_item.added" -> data.object("item").ifPresent(item -> begun(number, item, out));
            case "response.output_text.delta", "response.refusal.delta" ->
                data.text("delta").ifPresent(text -> {
                    told.add(number);
                    out.accept(new AnswerPart.Text(text));
                });
            case "response.function_call_arguments.delta" ->
                data.text("delta").ifPresent(json -> {
                    told.add(number);
                    out.accept(new AnswerPart.Arguments(number, json));
                });
            case "response.output_item.done" -> data.object("item").ifPresent(item -> done(number, item, out));
            case "response.completed", "response.incomplete" ->
                data.object("response").ifPresent(response -> ended(response, out));
            default -> {}
        }
    }

    private void begun(int number, JsonObject item, Consumer<AnswerPart> out) {
        if (item.text("type", "").equals("function_call") && calls.add(number)) {
            out.accept(new AnswerPart.Call(number, item.text("call_id", item.text("id", "")), item.text("name", "")));
        }
    }

    private void done(int number, JsonObject item, Consumer<AnswerPart> out) {
        begun(number, item, out);
        if (!told.add(number)) {
            return;
        }
        switch (item.text("type", "")) {
            case "message" -> {
                for (Object part : item.list("content")) {
                    if (part instanceof JsonObject one) {
                        one.text("text")
                                .or(() -> one.text("refusal"))
                                .ifPresent(text -> out.accept(new AnswerPart.Text(text)));
                    }
                }
            }
            case "function_call" ->
                item.text("arguments").ifPresent(json -> out.accept(new AnswerPart.Arguments(number, json)));
            default -> {}
        }
    }

    private static void ended(JsonObject response, Consumer<AnswerPart> out) {
        response.object("usage")
                .ifPresent(usage -> out.accept(new AnswerPart.Counted(UsageReader.of(Wire.RESPONSES, usage))));
        boolean incomplete = response.text("status", "").equals("incomplete");
        out.accept(new AnswerPart.Stop(
                !incomplete
                        ? StopReason.END
                        : FinalAnswers.isFiltered(response) ? StopReason.REFUSAL : StopReason.MAX_TOKENS));
    }

    @Override
    public void whole(JsonObject body, Consumer<AnswerPart> out) {
        out.accept(new AnswerPart.Start(body.text("id", "0"), body.text("model", "")));
        int number = 0;
        for (Object item : body.list("output")) {
            if (item instanceof JsonObject one) {
                done(number++, one, out);
            }
        }
        ended(body, out);
    }
}
