package dev.mulligan.gateway.telemetry;

import dev.mulligan.gateway.options.GatewayFact;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spans in OTLP's JSON, with the names of the conventions for generative AI. Prompts and answers are not in them. */
final class SpanText {

    private static final int CLIENT = 3;
    private static final int ERROR = 2;

    /** The header with which a client says which trace its request belongs to (W3C Trace Context). */
    private static final Pattern TRACE_PARENT =
            Pattern.compile("[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}.*");

    private SpanText() {}

    static String of(GatewayFact.RequestFinished end) {
        Instant start = end.at().minus(end.duration());
        Optional<Matcher> parent = end.traceParent().map(TRACE_PARENT::matcher).filter(Matcher::matches);
        return Json.write(Json.object(
                "traceId",
                parent.map(known -> known.group(1))
                        .orElseGet(() -> UUID.randomUUID().toString().replace("-", "")),
                "spanId",
                UUID.randomUUID().toString().replace("-", "").substring(0, 16),
                "parentSpanId",
                parent.map(known -> known.group(2)).orElse(""),
                "name",
                operation(end) + " " + end.requestedModel(),
                "kind",
                CLIENT,
                "startTimeUnixNano",
                nanos(start),
                "endTimeUnixNano",
                nanos(end.at()),
                "attributes",
                attributes(end),
                "status",
                end.failure()
                        .map(failure -> Json.object("code", ERROR, "message", failure.message()))
                        .orElseGet(Json::object)));
    }

    /** Spans are already text; they are put into their envelope as they are. */
    static String batch(List<String> spans) {
        return "{\"resourceSpans\":[{\"resource\":{\"attributes\":["
                + text("service.name", "mulligan")
                + "]},\"scopeSpans\":[{\"scope\":{\"name\":\"dev.mulligan.gateway\"},\"spans\":["
                + String.join(",", spans) + "]}]}]}";
    }

    private static List<JsonObject> attributes(GatewayFact.RequestFinished end) {
        List<JsonObject> all = new ArrayList<>();
        all.add(text("gen_ai.operation.name", operation(end)));
        all.add(text("gen_ai.provider.name", end.provider().equals("gemini") ? "gcp.gemini" : end.provider()));
        all.add(text("gen_ai.request.model", end.requestedModel()));
        all.add(text("gen_ai.response.model", end.model()));
        all.add(text("gen_ai.conversation.id", end.session()));
        all.add(number("gen_ai.usage.input_tokens", end.usage().prompt()));
        all.add(number("gen_ai.usage.output_tokens", end.usage().output()));
        all.add(number("http.response.status_code", end.status()));
        all.add(text("mulligan.request", end.requestId()));
        all.add(text("mulligan.project", end.project()));
        all.add(number("mulligan.upstream_calls", end.upstreamCalls()));
        all.add(number("mulligan.client_retries", end.clientRetries()));
        all.add(number("mulligan.cost_micros", end.cost().micros()));
        String failed = String.join(
                ",",
                end.episode().entries().stream()
                        .map(entry -> entry.failure().type().wireName())
                        .toList());
        if (!failed.isEmpty()) {
            all.add(text("mulligan.failed_attempts", failed));
        }
        end.failure()
                .ifPresent(failure -> all.add(text("error.type", failure.type().wireName())));
        return all;
    }

    private static String operation(GatewayFact.RequestFinished end) {
        return switch (end.wire()) {
            case "gemini" -> "generate_content";
            case "other" -> "request";
            default -> "chat";
        };
    }

    private static JsonObject text(String name, String value) {
        return Json.object("key", name, "value", Json.object("stringValue", value));
    }

    /** Sixty-four bits are a text in this JSON. */
    private static JsonObject number(String name, long value) {
        return Json.object("key", name, "value", Json.object("intValue", String.valueOf(value)));
    }

    private static String nanos(Instant at) {
        return String.valueOf(at.getEpochSecond()) + "%09d".formatted(at.getNano());
    }
}
