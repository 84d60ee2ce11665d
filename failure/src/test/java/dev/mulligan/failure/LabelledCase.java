package dev.mulligan.failure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One labelled piece of evidence. */
record LabelledCase(String id, Evidence evidence, Label label) {

    record Label(
            boolean failure,
            String type,
            List<String> acceptTypes,
            String errorType,
            boolean retryable,
            @Nullable Long retryAfterMs,
            String action,
            List<String> acceptActions) {}

    static List<LabelledCase> read(String resource) {
        try (InputStream in = Objects.requireNonNull(LabelledCase.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("{"))
                    .map(line -> of(Json.object(line)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static LabelledCase of(Map<String, @Nullable Object> json) {
        Map<String, @Nullable Object> input = (Map<String, @Nullable Object>) Objects.requireNonNull(json.get("input"));
        Map<String, @Nullable Object> label = (Map<String, @Nullable Object>) Objects.requireNonNull(json.get("label"));
        return new LabelledCase(
                text(json.get("id")),
                evidence(text(json.get("form")), input),
                new Label(
                        Boolean.TRUE.equals(label.get("failure")),
                        text(label.get("type")),
                        (List<String>) Objects.requireNonNullElse(label.get("accept_types"), List.of()),
                        text(label.get("seed_type")),
                        Boolean.TRUE.equals(label.get("retryable")),
                        (Long) label.get("retry_after_ms"),
                        text(label.get("best_action")),
                        (List<String>) Objects.requireNonNullElse(label.get("accept_actions"), List.of())));
    }

    @SuppressWarnings("unchecked")
    private static Evidence evidence(String form, Map<String, @Nullable Object> input) {
        Map<String, String> headers = new TreeMap<>();
        Object given = input.get("headers");
        if (given != null) {
            ((Map<String, @Nullable Object>) given).forEach((name, value) -> headers.put(name, text(value)));
        }
        Optional<Instant> at = Optional.ofNullable(input.get("received_at"))
                .map(LabelledCase::text)
                .map(Instant::parse);
        return switch (form) {
            case "http" ->
                new Evidence.Http(number(input.get("status")).orElseThrow(), headers, text(input.get("body")), at);
            case "stream" ->
                new Evidence.Stream(number(input.get("status")).orElse(200), headers, text(input.get("events")), at);
            case "exception" ->
                new Evidence.Thrown(
                        Optional.ofNullable((String) input.get("class")),
                        text(input.get("text")),
                        number(input.get("status")),
                        at);
            default ->
                new Evidence.Exited(
                        text(input.get("command")),
                        number(input.get("exit_code")),
                        Optional.ofNullable((String) input.get("signal")),
                        text(input.get("stdout")),
                        text(input.get("stderr")),
                        at);
        };
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    private static OptionalInt number(@Nullable Object value) {
        return value instanceof Long number ? OptionalInt.of(number.intValue()) : OptionalInt.empty();
    }
}
