package dev.mulligan.gateway.upstream;

import dev.mulligan.escalate.Usage;
import dev.mulligan.failure.Failure;
import dev.mulligan.provider.FinalAnswers;
import dev.mulligan.provider.TopLevel;
import dev.mulligan.provider.UsageReader;
import dev.mulligan.provider.Wire;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.util.Locale;
import java.util.Optional;

/** Whether an answer that came in one piece is one. */
record ResponseCheck(boolean saysError, Optional<Failure> failure, Usage usage) {

    /** {@code length}: what counts of the bytes. */
    static ResponseCheck of(Wire wire, byte[] body, int length) {
        int start = 0;
        while (start < length && body[start] <= ' ' && body[start] >= 0) {
            start++;
        }
        if (start == length) {
            return bad(CallFailures.empty());
        }
        // Gemini's stream without alt=sse is a list of answers.
        if (body[start] == '[' && wire == Wire.GEMINI) {
            return new ResponseCheck(false, Optional.empty(), Usage.NONE);
        }
        if (body[start] == '<') {
            return bad(CallFailures.html());
        }
        TopLevel json = TopLevel.of(body, length);
        if (!json.isWhole()) {
            return bad(body[start] == '{' ? CallFailures.cutOff() : CallFailures.malformed());
        }
        if (json.says("error") || json.string("type").filter("error"::equals).isPresent()) {
            return new ResponseCheck(true, Optional.empty(), Usage.NONE);
        }
        Usage usage = json.value(UsageReader.member(wire))
                .map(span -> usage(wire, json.text(span)))
                .orElse(Usage.NONE);
        boolean says = switch (wire) {
            case ANTHROPIC ->
                json.says("content")
                        || json.string("stop_reason")
                                .filter(FinalAnswers::isRefusal)
                                .isPresent();
            case CHAT -> json.says("choices");
            case RESPONSES -> json.says("output") || isOpenEnded(json) || isFiltered(json);
            case GEMINI -> json.says("candidates") || json.says("promptFeedback");
        };
        return new ResponseCheck(false, says ? Optional.empty() : Optional.of(CallFailures.saysNothing()), usage);
    }

    /** A response that runs in the background has nothing to say yet. */
    private static boolean isOpenEnded(TopLevel json) {
        return json.string("status")
                .map(status -> status.toLowerCase(Locale.ROOT))
                .filter(status -> status.equals("queued") || status.equals("in_progress"))
                .isPresent();
    }

    private static boolean isFiltered(TopLevel json) {
        return json.value("incomplete_details")
                .map(json::text)
                .filter(text -> text.contains("\"content_filter\""))
                .isPresent();
    }

    private static Usage usage(Wire wire, String text) {
        try {
            return Json.parse(text) instanceof JsonObject counts ? UsageReader.of(wire, counts) : Usage.NONE;
        } catch (JsonException e) {
            return Usage.NONE;
        }
    }

    private static ResponseCheck bad(Failure failure) {
        return new ResponseCheck(false, Optional.of(failure), Usage.NONE);
    }
}
