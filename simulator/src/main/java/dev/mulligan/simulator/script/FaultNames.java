package dev.mulligan.simulator.script;

import dev.mulligan.simulator.script.Fault.Where;
import dev.mulligan.text.YamlValue;
import dev.mulligan.text.YamlValue.Mapping;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Faults by the names scripts use. */
public final class FaultNames {

    /** As listed in the help. */
    public static final List<String> ALL = List.of(
            "ok",
            "status",
            "no-credit",
            "context-limit",
            "content-filter",
            "html-502",
            "reset",
            "close",
            "stall",
            "error-event",
            "reset-stream",
            "cut-stream",
            "stall-stream",
            "no-terminator",
            "malformed",
            "empty-body",
            "html-body",
            "empty-content",
            "truncated-body",
            "slow");

    private static final int LEAST_STATUS = 200;
    private static final int HIGHEST_STATUS = 599;

    private FaultNames() {}

    public static Fault read(Mapping entry) {
        String name = entry.text("fault").orElse("ok");
        return switch (name) {
            case "ok" -> new Fault.None();
            case "status" -> new Fault.Status(status(entry, 529), headers(entry));
            case "no-credit" -> new Fault.NoCredit();
            case "context-limit" ->
                new Fault.Answer(
                        400,
                        "application/json",
                        "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: 214513 tokens > 200000 maximum\"}}",
                        Map.of());
            case "content-filter" ->
                new Fault.Answer(
                        400,
                        "application/json",
                        "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"Output blocked by content filtering policy\"}}",
                        Map.of());
            case "html-502" ->
                new Fault.Answer(
                        502, "text/html", "<html><head><title>502 Bad Gateway</title></head></html>", Map.of());
            case "reset" -> new Fault.ResetBeforeHeaders();
            case "close" -> new Fault.CloseBeforeHeaders();
            case "stall" -> new Fault.Stall(millis(entry, "ms", 60_000), true);
            case "error-event" ->
                new Fault.ErrorEvent(where(entry), entry.text("type").orElse("overloaded_error"));
            case "reset-stream" -> new Fault.ResetStream(where(entry));
            case "cut-stream" -> new Fault.CutStream(where(entry));
            case "stall-stream" -> new Fault.StallStream(where(entry), millis(entry, "ms", 60_000));
            case "no-terminator" -> new Fault.NoTerminator();
            case "malformed" -> new Fault.MalformedEvent(where(entry));
            case "empty-body" -> new Fault.EmptyBody();
            case "html-body" -> new Fault.HtmlBody();
            case "empty-content" -> new Fault.EmptyContent();
            case "truncated-body" -> new Fault.TruncatedBody();
            case "slow" -> new Fault.Slow(millis(entry, "ms", 200));
            default ->
                throw at(entry, "fault")
                        .mistake("fault " + name + " is not known; there are " + String.join(", ", ALL));
        };
    }

    private static YamlValue at(Mapping entry, String field) {
        return entry.get(field).orElse(entry);
    }

    private static Where where(Mapping entry) {
        return switch (entry.text("where").orElse("after-content")) {
            case "first" -> Where.FIRST;
            case "after-start" -> Where.AFTER_START;
            case "after-content" -> Where.AFTER_CONTENT;
            default -> throw at(entry, "where").mistake("where is first, after-start or after-content");
        };
    }

    public static int number(Mapping entry, String field, int otherwise) {
        String text = entry.text(field).orElse(String.valueOf(otherwise));
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw at(entry, field).mistake(field + " must be a whole number, not " + text);
        }
    }

    /** What a client could get. */
    static int status(Mapping entry, int otherwise) {
        int code = number(entry, "code", otherwise);
        if (code < LEAST_STATUS || code > HIGHEST_STATUS) {
            throw at(entry, "code")
                    .mistake("code " + code + " is no status of an answer; it is from " + LEAST_STATUS + " to "
                            + HIGHEST_STATUS);
        }
        return code;
    }

    private static Duration millis(Mapping entry, String field, int otherwise) {
        int millis = number(entry, field, otherwise);
        if (millis < 0) {
            throw at(entry, field).mistake(field + " " + millis + " is no time");
        }
        return Duration.ofMillis(millis);
    }

    public static Map<String, String> headers(Mapping entry) {
        Map<String, String> headers = new LinkedHashMap<>();
        entry.mapping("headers").members().forEach((name, value) -> headers.put(name, String.valueOf(value.plain())));
        return headers;
    }
}
