package dev.mulligan.gateway;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Failure;
import dev.mulligan.wire.Json;
import dev.mulligan.wire.JsonException;
import dev.mulligan.wire.JsonObject;
import java.util.Locale;
import java.util.Optional;

/** Whether an answer that came in one piece is one. */
record Judgement(boolean saysError, Optional<Failure> failure, Usage usage) {

    static Judgement of(Wire wire, byte[] body) {
        int start = 0;
        while (start < body.length && body[start] <= ' ' && body[start] >= 0) {
            start++;
        }
        if (start == body.length) {
            return bad(Faults.empty());
        }
        // Gemini's stream without alt=sse is a list of answers.
        if (body[start] == '[' && wire == Wire.GEMINI) {
            return new Judgement(false, Optional.empty(), Usage.NONE);
        }
        if (body[start] == '<') {
            return bad(Faults.html());
        }
        TopLevel json = TopLevel.of(body);
        if (!json.isWhole()) {
            return bad(body[start] == '{' ? Faults.cutOff() : Faults.malformed());
        }
        if (json.says("error") || json.string("type").filter("error"::equals).isPresent()) {
            return new Judgement(true, Optional.empty(), Usage.NONE);
        }
        Usage usage = json.value(wire == Wire.GEMINI ? "usageMetadata" : "usage")
                .map(span -> usage(wire, json.text(span)))
                .orElse(Usage.NONE);
        boolean says = switch (wire) {
            case ANTHROPIC -> json.says("content");
            case CHAT -> json.says("choices");
            case RESPONSES -> json.says("output") || isOpenEnded(json);
            case GEMINI -> json.says("candidates") || json.says("promptFeedback");
            case OTHER -> true;
        };
        return new Judgement(false, says ? Optional.empty() : Optional.of(Faults.saysNothing()), usage);
    }

    /** A response that runs in the background has nothing to say yet. */
    private static boolean isOpenEnded(TopLevel json) {
        return json.string("status")
                .map(status -> status.toLowerCase(Locale.ROOT))
                .filter(status -> status.equals("queued") || status.equals("in_progress"))
                .isPresent();
    }

    private static Usage usage(Wire wire, String text) {
        try {
            return Json.parse(text) instanceof JsonObject counts ? Usages.of(wire, counts) : Usage.NONE;
        } catch (JsonException e) {
            return Usage.NONE;
        }
    }

    private static Judgement bad(Failure failure) {
        return new Judgement(false, Optional.of(failure), Usage.NONE);
    }
}
