package dev.mulligan.provider.translate;

import dev.mulligan.escalate.Usage;
import dev.mulligan.provider.AnthropicObjects;
import dev.mulligan.provider.SseText;
import dev.mulligan.provider.translate.AnswerPart.StopReason;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Anthropic's answers. Blocks come one after the other, so only the first tool call is streamed; what comes between its
 * arguments waits until the end.
 */
final class AnthropicAnswerWriter implements AnswerWriter {

    private enum Open {
        NOTHING,
        TEXT,
        CALL
    }

    private final Answer answer = new Answer();
    private final StringBuilder thought = new StringBuilder();
    private final List<AnswerPart> waiting = new ArrayList<>();
    private boolean started;
    private Open open = Open.NOTHING;
    private int streamedCall = -1;
    private boolean hasArguments;
    private int index;

    @Override
    public void add(AnswerPart part, StringBuilder out) {
        answer.add(part);
        switch (part) {
            case AnswerPart.Start _ -> start(out);
            case AnswerPart.Thought more -> thought.append(more.text());
            case AnswerPart.Text more -> {
                if (open == Open.CALL) {
                    waiting.add(more);
                } else {
                    text(more.text(), out);
                }
            }
            case AnswerPart.Call call -> {
                if (open == Open.CALL) {
                    waiting.add(call);
                } else {
                    begin(call, out);
                }
            }
            case AnswerPart.Arguments more -> {
                if (more.number() == streamedCall) {
                    arguments(more.json(), out);
                } else {
                    waiting.add(more);
                }
            }
            case AnswerPart.Stop _, AnswerPart.Counted _ -> {}
        }
    }

    private void start(StringBuilder out) {
        if (started) {
            return;
        }
        started = true;
        out.append(SseText.typed(AnthropicObjects.messageStart(
                AnthropicObjects.message(answer.id(), answer.model(), List.of(), null, usage(answer.usage())))));
    }

    private void text(String text, StringBuilder out) {
        if (open != Open.TEXT) {
            block(AnthropicObjects.text(""), Open.TEXT, out);
        }
        out.append(SseText.typed(AnthropicObjects.textDelta(index, text)));
    }

    private void begin(AnswerPart.Call call, StringBuilder out) {
        block(AnthropicObjects.toolUse(CallIds.plain(call.id()), call.name(), Json.object()), Open.CALL, out);
        streamedCall = call.number();
        hasArguments = false;
    }

    private void arguments(String json, StringBuilder out) {
        hasArguments = true;
        out.append(SseText.typed(AnthropicObjects.inputDelta(index, json)));
    }

    private void block(JsonObject block, Open kind, StringBuilder out) {
        start(out);
        close(out);
        think(out);
        opened(block, out);
        open = kind;
    }

    private void opened(JsonObject block, StringBuilder out) {
        out.append(SseText.typed(AnthropicObjects.blockStart(index, block)));
    }

    /** What was thought goes into a block of its own before what was said. */
    private void think(StringBuilder out) {
        if (!thought.isEmpty()) {
            opened(Json.object("type", "redacted_thinking", "data", Thoughts.data(thought.toString())), out);
            closed(out);
            thought.setLength(0);
        }
    }

    private void close(StringBuilder out) {
        if (open == Open.CALL && !hasArguments) {
            arguments("{}", out);
        }
        if (open != Open.NOTHING) {
            closed(out);
        }
        open = Open.NOTHING;
        streamedCall = -1;
    }

    private void closed(StringBuilder out) {
        out.append(SseText.typed(AnthropicObjects.blockStop(index++)));
    }

    @Override
    public String finish() {
        StringBuilder out = new StringBuilder();
        start(out);
        close(out);
        waiting(out);
        close(out);
        think(out);
        out.append(SseText.typed(Json.object(
                "type",
                "message_delta",
                "delta",
                Json.object("stop_reason", reason(answer.stop()), "stop_sequence", null),
                "usage",
                usage(answer.usage()))));
        out.append(SseText.typed(Json.object("type", "message_stop")));
        return out.toString();
    }

    /** Each call with all of its arguments, however they were mixed. */
    private void waiting(StringBuilder out) {
        for (AnswerPart part : waiting) {
            switch (part) {
                case AnswerPart.Text more -> text(more.text(), out);
                case AnswerPart.Call call -> {
                    begin(call, out);
                    StringBuilder json = new StringBuilder();
                    for (AnswerPart other : waiting) {
                        if (other instanceof AnswerPart.Arguments more && more.number() == call.number()) {
                            json.append(more.json());
                        }
                    }
                    if (!json.isEmpty()) {
                        arguments(json.toString(), out);
                    }
                }
                case AnswerPart.Start _,
                        AnswerPart.Thought _,
                        AnswerPart.Arguments _,
                        AnswerPart.Stop _,
                        AnswerPart.Counted _ -> {}
            }
        }
    }

    @Override
    public JsonObject whole(Answer whole) {
        List<JsonObject> content = new ArrayList<>();
        if (!whole.thought().isEmpty()) {
            content.add(Json.object("type", "redacted_thinking", "data", Thoughts.data(whole.thought())));
        }
        if (!whole.text().isEmpty()) {
            content.add(AnthropicObjects.text(whole.text()));
        }
        whole.calls()
                .forEach(call -> content.add(
                        AnthropicObjects.toolUse(CallIds.plain(call.id), call.name, input(call.arguments()))));
        return AnthropicObjects.message(whole.id(), whole.model(), content, reason(whole.stop()), usage(whole.usage()));
    }

    private static @Nullable Object input(String json) {
        try {
            return Json.parse(json);
        } catch (JsonException e) {
            return Json.object("arguments", json);
        }
    }

    private static JsonObject usage(Usage usage) {
        return AnthropicObjects.usage(usage.input(), usage.output(), usage.cacheRead(), usage.cacheWrite());
    }

    private static String reason(StopReason stop) {
        return switch (stop) {
            case END -> "end_turn";
            case TOOL_USE -> "tool_use";
            case MAX_TOKENS -> "max_tokens";
            case STOP_SEQUENCE -> "stop_sequence";
            case REFUSAL -> "refusal";
        };
    }
}
