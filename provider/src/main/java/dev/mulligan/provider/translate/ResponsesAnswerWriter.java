package dev.mulligan.provider.translate;

import dev.mulligan.escalate.Usage;
import dev.mulligan.provider.SseText;
import dev.mulligan.provider.translate.AnswerPart.StopReason;
import dev.mulligan.provider.translate.ModelRequest.Tool;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers of OpenAI's Responses. Its clients act on items that are done: the text is done when a call begins, calls at the
 * end, and everything stands once more in the event that completes the response.
 */
final class ResponsesAnswerWriter implements AnswerWriter {

    private final Map<String, Tool> tools;
    private final Answer answer = new Answer();
    private final Map<Integer, Integer> places = new HashMap<>();
    private final List<Integer> callPlaces = new ArrayList<>();
    private boolean started;
    private boolean textOpen;
    private boolean textDone;
    private int textLength;
    private int nextPlace;
    private int textPlace;
    private int sequence;

    ResponsesAnswerWriter(ModelRequest request) {
        this.tools = request.tools().stream().collect(Collectors.toMap(Tool::name, Function.identity(), (a, b) -> a));
    }

    @Override
    public void add(AnswerPart part, StringBuilder out) {
        answer.add(part);
        switch (part) {
            case AnswerPart.Start _ -> start(out);
            case AnswerPart.Text more -> text(more.text(), out);
            case AnswerPart.Call call -> {
                start(out);
                closeText(out);
                places.put(call.number(), nextPlace);
                callPlaces.add(nextPlace);
                out.append(event(
                        "response.output_item.added",
                        "output_index",
                        nextPlace++,
                        "item",
                        call(call.id(), call.name(), "", "in_progress")));
            }
            case AnswerPart.Arguments more ->
                out.append(event(
                        "response.function_call_arguments.delta",
                        "item_id",
                        "fc_" + more.number(),
                        "output_index",
                        places.getOrDefault(more.number(), 0),
                        "delta",
                        more.json()));
            case AnswerPart.Thought _, AnswerPart.Stop _, AnswerPart.Counted _ -> {}
        }
    }

    private void start(StringBuilder out) {
        if (!started) {
            started = true;
            JsonObject open = response("in_progress", List.of(), null, null);
            out.append(event("response.created", "response", open));
            out.append(event("response.in_progress", "response", open));
        }
    }

    /** Text that follows both text and a call is rare; it becomes an item of its own at the end. */
    private void text(String text, StringBuilder out) {
        start(out);
        if (textDone) {
            return;
        }
        if (!textOpen) {
            textOpen = true;
            textPlace = nextPlace++;
            out.append(event(
                    "response.output_item.added",
                    "output_index",
                    textPlace,
                    "item",
                    Json.object(
                            "type",
                            "message",
                            "id",
                            "msg_" + answer.id(),
                            "status",
                            "in_progress",
                            "role",
                            "assistant",
                            "content",
                            List.of())));
            out.append(event(
                    "response.content_part.added",
                    "item_id",
                    "msg_" + answer.id(),
                    "output_index",
                    textPlace,
                    "content_index",
                    0,
                    "part",
                    Json.object("type", "output_text", "text", "", "annotations", List.of())));
        }
        textLength += text.length();
        out.append(event(
                "response.output_text.delta",
                "item_id",
                "msg_" + answer.id(),
                "output_index",
                textPlace,
                "content_index",
                0,
                "delta",
                text));
    }

    private void closeText(StringBuilder out) {
        if (textOpen && !textDone) {
            textDone = true;
            out.append(event(
                    "response.output_item.done",
                    "output_index",
                    textPlace,
                    "item",
                    message(answer, answer.text().substring(0, textLength))));
        }
    }

    @Override
    public String finish() {
        StringBuilder out = new StringBuilder();
        start(out);
        closeText(out);
        SortedMap<Integer, JsonObject> items = new TreeMap<>();
        if (textOpen) {
            items.put(textPlace, message(answer, answer.text().substring(0, textLength)));
        }
        List<Answer.Call> calls = answer.calls();
        for (int i = 0; i < calls.size(); i++) {
            Answer.Call call = calls.get(i);
            JsonObject item = call(call.id, call.name, call.arguments(), "completed");
            items.put(callPlaces.get(i), item);
            out.append(event("response.output_item.done", "output_index", callPlaces.get(i), "item", item));
        }
        String late = answer.text().substring(textLength);
        if (!late.isEmpty()) {
            JsonObject item = message(answer, late);
            items.put(nextPlace, item);
            out.append(event("response.output_item.done", "output_index", nextPlace, "item", item));
        }
        boolean whole = isWhole(answer.stop());
        out.append(event(
                whole ? "response.completed" : "response.incomplete",
                "response",
                ended(answer, List.copyOf(items.values()))));
        return out.toString();
    }

    @Override
    public JsonObject whole(Answer whole) {
        List<JsonObject> items = new ArrayList<>();
        if (!whole.text().isEmpty()) {
            items.add(message(whole, whole.text()));
        }
        whole.calls().forEach(call -> items.add(call(call.id, call.name, call.arguments(), "completed")));
        return ended(whole, items);
    }

    private static boolean isWhole(StopReason stop) {
        return stop != StopReason.MAX_TOKENS && stop != StopReason.REFUSAL;
    }

    private static JsonObject ended(Answer answer, List<JsonObject> items) {
        String why = answer.stop() == StopReason.REFUSAL ? "content_filter" : "max_output_tokens";
        boolean whole = isWhole(answer.stop());
        return response(
                answer,
                whole ? "completed" : "incomplete",
                items,
                usage(answer.usage()),
                whole ? null : Json.object("reason", why));
    }

    private JsonObject response(
            String status, List<JsonObject> output, @Nullable JsonObject usage, @Nullable JsonObject incomplete) {
        return response(answer, status, output, usage, incomplete);
    }

    private static JsonObject response(
            Answer answer,
            String status,
            List<JsonObject> output,
            @Nullable JsonObject usage,
            @Nullable JsonObject incomplete) {
        return Json.object(
                "id",
                "resp_" + answer.id(),
                "object",
                "response",
                "created_at",
                0,
                "status",
                status,
                "error",
                null,
                "incomplete_details",
                incomplete,
                "instructions",
                null,
                "metadata",
                Json.object(),
                "model",
                answer.model(),
                "output",
                output,
                "parallel_tool_calls",
                true,
                "temperature",
                1,
                "tool_choice",
                "auto",
                "tools",
                List.of(),
                "top_p",
                1,
                "usage",
                usage);
    }

    private static JsonObject message(Answer answer, String text) {
        return Json.object(
                "type",
                "message",
                "id",
                "msg_" + answer.id(),
                "status",
                "completed",
                "role",
                "assistant",
                "content",
                List.of(Json.object("type", "output_text", "text", text, "annotations", List.of())));
    }

    private JsonObject call(String id, String name, String arguments, String status) {
        Map<String, @Nullable Object> item = new LinkedHashMap<>();
        item.put("type", "function_call");
        item.put("id", "fc_" + CallIds.plain(id));
        item.put("call_id", id);
        Tool tool = tools.get(name);
        item.put("name", tool == null ? name : tool.bare());
        if (tool != null) {
            tool.namespace().ifPresent(group -> item.put("namespace", group));
        }
        item.put("arguments", arguments);
        item.put("status", status);
        return new JsonObject(item);
    }

    private static JsonObject usage(Usage usage) {
        long input = usage.input() + usage.cacheRead() + usage.cacheWrite();
        return Json.object(
                "input_tokens",
                input,
                "input_tokens_details",
                Json.object("cached_tokens", usage.cacheRead()),
                "output_tokens",
                usage.output(),
                "output_tokens_details",
                Json.object("reasoning_tokens", 0),
                "total_tokens",
                input + usage.output());
    }

    /** An event of this type with these members. */
    private String event(String type, @Nullable Object... members) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("type", type);
        data.put("sequence_number", sequence++);
        for (int i = 0; i < members.length; i += 2) {
            data.put(String.valueOf(members[i]), members[i + 1]);
        }
        return SseText.typed(new JsonObject(data));
    }
}
