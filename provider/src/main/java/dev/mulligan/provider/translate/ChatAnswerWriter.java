package dev.mulligan.provider.translate;

import dev.mulligan.escalate.Usage;
import dev.mulligan.provider.SseText;
import dev.mulligan.provider.translate.AnswerPart.StopReason;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers of chat completions. */
final class ChatAnswerWriter implements AnswerWriter {

    /** Clients want a time here and do not use it. */
    private static final long CREATED = 0;

    private final boolean tellsUsage;
    private final Answer answer = new Answer();
    private final Map<Integer, Integer> numbers = new LinkedHashMap<>();
    private boolean started;

    ChatAnswerWriter(boolean tellsUsage) {
        this.tellsUsage = tellsUsage;
    }

    @Override
    public void add(AnswerPart part, StringBuilder out) {
        answer.add(part);
        out.append(
                switch (part) {
                    case AnswerPart.Start _ -> start();
                    case AnswerPart.Text more -> start() + chunk(Json.object("content", more.text()), null);
                    case AnswerPart.Call call ->
                        start()
                                + chunk(
                                        Json.object(
                                                "tool_calls",
                                                List.of(Json.object(
                                                        "index",
                                                        number(call.number()),
                                                        "id",
                                                        call.id(),
                                                        "type",
                                                        "function",
                                                        "function",
                                                        Json.object("name", call.name(), "arguments", "")))),
                                        null);
                    case AnswerPart.Arguments more ->
                        chunk(
                                Json.object(
                                        "tool_calls",
                                        List.of(Json.object(
                                                "index",
                                                number(more.number()),
                                                "function",
                                                Json.object("arguments", more.json())))),
                                null);
                    case AnswerPart.Thought _, AnswerPart.Stop _, AnswerPart.Counted _ -> "";
                });
    }

    /** Calls are counted from zero, whatever stood between them. */
    private int number(int theirs) {
        return numbers.computeIfAbsent(theirs, first -> numbers.size());
    }

    private String start() {
        if (started) {
            return "";
        }
        started = true;
        return chunk(Json.object("role", "assistant", "content", ""), null);
    }

    @Override
    public String finish() {
        String end = start() + chunk(Json.object(), reason(answer.stop()));
        String usage = tellsUsage ? SseText.data(body(List.of(), usage(answer.usage()))) : "";
        return end + usage + "data: [DONE]\n\n";
    }

    private String chunk(JsonObject delta, @Nullable String finish) {
        return SseText.data(body(
                List.of(Json.object("index", 0, "delta", delta, "logprobs", null, "finish_reason", finish)), null));
    }

    private JsonObject body(List<JsonObject> choices, @Nullable JsonObject usage) {
        return Json.object(
                "id",
                "chatcmpl-" + answer.id(),
                "object",
                "chat.completion.chunk",
                "created",
                CREATED,
                "model",
                answer.model(),
                "choices",
                choices,
                "usage",
                usage);
    }

    @Override
    public JsonObject whole(Answer whole) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("role", "assistant");
        message.put("content", whole.text().isEmpty() && !whole.calls().isEmpty() ? null : whole.text());
        message.put("refusal", null);
        List<JsonObject> calls = new ArrayList<>();
        whole.calls()
                .forEach(call -> calls.add(Json.object(
                        "id",
                        call.id,
                        "type",
                        "function",
                        "function",
                        Json.object("name", call.name, "arguments", call.arguments()))));
        if (!calls.isEmpty()) {
            message.put("tool_calls", calls);
        }
        return Json.object(
                "id",
                "chatcmpl-" + whole.id(),
                "object",
                "chat.completion",
                "created",
                CREATED,
                "model",
                whole.model(),
                "choices",
                List.of(Json.object(
                        "index", 0, "message", message, "logprobs", null, "finish_reason", reason(whole.stop()))),
                "usage",
                usage(whole.usage()));
    }

    private static JsonObject usage(Usage usage) {
        long prompt = usage.input() + usage.cacheRead() + usage.cacheWrite();
        return Json.object(
                "prompt_tokens",
                prompt,
                "completion_tokens",
                usage.output(),
                "total_tokens",
                prompt + usage.output(),
                "prompt_tokens_details",
                Json.object("cached_tokens", usage.cacheRead()));
    }

    private static String reason(StopReason stop) {
        return switch (stop) {
            case END, STOP_SEQUENCE -> "stop";
            case TOOL_USE -> "tool_calls";
            case MAX_TOKENS -> "length";
            case REFUSAL -> "content_filter";
        };
    }
}
