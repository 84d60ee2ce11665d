package dev.mulligan.cli.support;

import dev.mulligan.failure.Evidence;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.Verdict;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads the {@code {form, input}} of {@code classify --jsonl}. */
public final class Evidences {

    private Evidences() {}

    public static Evidence read(JsonObject line) {
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

    /** The other way round, with what was said about it and what is right, where somebody told. */
    public static JsonObject write(Evidence evidence, Verdict verdict, Optional<FailureType> right) {
        JsonObject input = switch (evidence) {
            case Evidence.Http http ->
                Json.object(
                        "status",
                        http.status(),
                        "headers",
                        new JsonObject(new LinkedHashMap<>(http.headers())),
                        "body",
                        http.body());
            case Evidence.Stream stream -> Json.object("status", stream.status(), "events", stream.events());
            case Evidence.Thrown thrown ->
                Json.object(
                        "class",
                        thrown.className(),
                        "text",
                        thrown.text(),
                        "status",
                        thrown.status().isPresent() ? thrown.status().getAsInt() : null);
            case Evidence.Exited exited ->
                Json.object(
                        "command",
                        exited.command(),
                        "exit_code",
                        exited.exitCode().isPresent() ? exited.exitCode().getAsInt() : null,
                        "stdout",
                        exited.stdout(),
                        "stderr",
                        exited.stderr());
        };
        String said = verdict instanceof Verdict.Failed(Failure failure)
                ? failure.type().wireName()
                : "not a failure";
        return Json.object(
                "kind",
                "classify",
                "form",
                evidence.form().name().toLowerCase(Locale.ROOT),
                "input",
                input,
                "said",
                said,
                "right",
                right.map(FailureType::wireName));
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
