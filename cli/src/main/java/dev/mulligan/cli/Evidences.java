package dev.mulligan.cli;

import dev.mulligan.failure.Evidence;
import dev.mulligan.wire.JsonException;
import dev.mulligan.wire.JsonObject;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the {@code {form, input}} of {@code classify --jsonl}. */
final class Evidences {

    private Evidences() {}

    static Evidence read(JsonObject line) {
        String form = line.text("form")
                .orElseThrow(() -> new JsonException("form is missing: http, stream, exception or process"));
        JsonObject input = line.object("input").orElseThrow(() -> new JsonException("input is missing: an object"));
        Optional<Instant> receivedAt = input.text("received_at").map(Evidences::instant);
        return switch (form) {
            case "http" ->
                new Evidence.Http(
                        input.integer("status").orElse(0), headers(input), input.text("body", ""), receivedAt);
            case "stream" ->
                new Evidence.Stream(
                        input.integer("status").orElse(200), headers(input), input.text("events", ""), receivedAt);
            case "exception" ->
                new Evidence.Thrown(input.text("class"), input.text("text", ""), input.integer("status"), receivedAt);
            case "process" ->
                new Evidence.Exited(
                        input.text("command", ""),
                        input.integer("exit_code"),
                        input.text("signal"),
                        input.text("stdout", ""),
                        input.text("stderr", ""),
                        receivedAt);
            default -> throw new JsonException("form is http, stream, exception or process, not " + form);
        };
    }

    private static Map<String, String> headers(JsonObject input) {
        Map<String, String> headers = new LinkedHashMap<>();
        input.object("headers")
                .ifPresent(object -> object.members().forEach((name, value) -> {
                    if (value != null) {
                        headers.put(name, String.valueOf(value));
                    }
                }));
        return headers;
    }

    private static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new JsonException("received_at: " + text + " is not an ISO 8601 time", e);
        }
    }
}
