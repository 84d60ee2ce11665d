package dev.mulligan.agent;

import dev.mulligan.agent.process.LineSplitter;
import dev.mulligan.escalate.Usage;
import dev.mulligan.provider.SseReader;
import dev.mulligan.provider.UsageReader;
import dev.mulligan.provider.Wire;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The Messages API, streamed: an answer of minutes shows that it lives. */
final class AnthropicWire implements ApiWire {

    private static final int MOST_ANSWER_TOKENS = 16_000;
    private static final int PIECE = 8192;
    private static final int LONGEST_TEXT = 4 * 1024 * 1024;

    @Override
    public URI address(Optional<String> url, Map<String, String> environment) {
        return ApiWire.address(
                url,
                environment.getOrDefault("ANTHROPIC_BASE_URL", ""),
                "https://api.anthropic.com",
                Wire.ANTHROPIC.path());
    }

    @Override
    public Map<String, String> headers(Map<String, String> environment) {
        Map<String, String> headers = new TreeMap<>(Map.of("anthropic-version", "2023-06-01"));
        String key = environment.getOrDefault("ANTHROPIC_API_KEY", "");
        String token = environment.getOrDefault("ANTHROPIC_AUTH_TOKEN", "");
        if (!key.isBlank()) {
            headers.put("x-api-key", key);
        } else if (!token.isBlank()) {
            headers.put("authorization", "Bearer " + token);
        }
        return headers;
    }

    @Override
    public String body(String model, String prompt, Optional<Double> temperature) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("model", model);
        body.put("max_tokens", MOST_ANSWER_TOKENS);
        body.put("stream", true);
        temperature.ifPresent(wanted -> body.put("temperature", wanted));
        body.put("messages", List.of(Json.object("role", "user", "content", prompt)));
        return Json.write(body);
    }

    @Override
    public ApiAnswer read(InputStream body, Consumer<String> line) throws IOException {
        Fold fold = new Fold(line);
        SseReader events = new SseReader(
                (name, bytes, from, to) -> fold.data(new String(bytes, from, to - from, StandardCharsets.UTF_8)));
        byte[] piece = new byte[PIECE];
        for (int length = body.read(piece); length >= 0; length = body.read(piece)) {
            events.feed(piece, 0, length);
        }
        events.end();
        return fold.answer();
    }

    private static final class Fold {
        private final StringBuilder text = new StringBuilder();
        private final LineSplitter lines;
        private Usage usage = Usage.NONE;
        private String stop = "";
        private String error = "";
        private boolean ended;

        Fold(Consumer<String> line) {
            this.lines = new LineSplitter(line);
        }

        void data(String json) {
            JsonObject event;
            try {
                event = Json.parseObject(json);
            } catch (JsonException e) {
                error = "the stream holds something that is not JSON";
                return;
            }
            switch (event.text("type", "")) {
                case "message_start" ->
                    event.object("message").flatMap(m -> m.object("usage")).ifPresent(this::usage);
                case "content_block_delta" ->
                    event.object("delta").flatMap(delta -> delta.text("text")).ifPresent(this::more);
                case "message_delta" -> {
                    event.object("delta").flatMap(d -> d.text("stop_reason")).ifPresent(reason -> stop = reason);
                    event.object("usage").ifPresent(this::usage);
                }
                case "message_stop" -> ended = true;
                case "error" -> error = json;
                default -> {}
            }
        }

        private void more(String delta) {
            if (text.length() < LONGEST_TEXT) {
                text.append(delta);
                byte[] bytes = delta.getBytes(StandardCharsets.UTF_8);
                lines.add(bytes, bytes.length);
            }
        }

        /** The last word on each count wins, but zero says nothing. */
        private void usage(JsonObject counts) {
            Usage seen = UsageReader.of(Wire.ANTHROPIC, counts);
            usage = new Usage(
                    Math.max(usage.input(), seen.input()),
                    Math.max(usage.output(), seen.output()),
                    Math.max(usage.cacheRead(), seen.cacheRead()),
                    Math.max(usage.cacheWrite(), seen.cacheWrite()));
        }

        ApiAnswer answer() {
            lines.end();
            String problem = !error.isEmpty() || ended ? error : "the stream ended without message_stop";
            return new ApiAnswer(text.toString(), usage, !stop.equals("max_tokens"), problem);
        }
    }
}
