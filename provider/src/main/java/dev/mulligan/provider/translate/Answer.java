package dev.mulligan.provider.translate;

import dev.mulligan.escalate.Usage;
import dev.mulligan.provider.translate.AnswerPart.StopReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What has come of an answer so far. */
final class Answer {

    /** A tool call with its arguments. */
    static final class Call {
        final String id;
        final String name;
        final StringBuilder json = new StringBuilder();

        Call(String id, String name) {
            this.id = id;
            this.name = name;
        }

        String arguments() {
            return json.isEmpty() ? "{}" : json.toString();
        }
    }

    private final Map<Integer, Call> calls = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder thought = new StringBuilder();
    private String id = "0";
    private String model = "";
    private StopReason stop = StopReason.END;
    private Usage usage = Usage.NONE;

    void add(AnswerPart part) {
        switch (part) {
            case AnswerPart.Start start -> {
                id = start.id();
                model = start.model();
            }
            case AnswerPart.Text more -> text.append(more.text());
            case AnswerPart.Thought more -> thought.append(more.text());
            case AnswerPart.Call call -> calls.put(call.number(), new Call(call.id(), call.name()));
            case AnswerPart.Arguments more -> {
                Call call = calls.get(more.number());
                if (call != null) {
                    call.json.append(more.json());
                }
            }
            case AnswerPart.Stop end -> stop = end.reason();
            case AnswerPart.Counted counted -> usage = larger(usage, counted.usage());
        }
    }

    private static Usage larger(Usage one, Usage other) {
        return new Usage(
                Math.max(one.input(), other.input()),
                Math.max(one.output(), other.output()),
                Math.max(one.cacheRead(), other.cacheRead()),
                Math.max(one.cacheWrite(), other.cacheWrite()));
    }

    String id() {
        return CallIds.plain(id);
    }

    String model() {
        return model;
    }

    String text() {
        return text.toString();
    }

    String thought() {
        return thought.toString();
    }

    List<Call> calls() {
        return new ArrayList<>(calls.values());
    }

    /** Some providers say that they simply stopped although they call a tool: the client must run it all the same. */
    StopReason stop() {
        return stop == StopReason.END && !calls.isEmpty() ? StopReason.TOOL_USE : stop;
    }

    Usage usage() {
        return usage;
    }
}
