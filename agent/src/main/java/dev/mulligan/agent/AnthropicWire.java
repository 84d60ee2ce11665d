package dev.mulligan.agent;

import dev.mulligan.agent.process.LineSplitter;
import dev.mulligan.escalate.Usage;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
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
    private static final int LONGEST_TEXT = 4 * 1024 * 1024;

    @Override
    public URI address(Optional<String> url, Map<String, String> environment) {
        return ApiWire.address(
                url, environment.getOrDefault("ANTHROPIC_BASE_URL", ""), "https://api.anthropic.com", "/v1/messages");
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
    public Reply read(InputStream body, Consumer<String> line) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        Fold fold = new Fold(line);
        for (String text = reader.readLine(); text != null; text = reader.readLine()) {
            if (text.startsWith("data:")) {
                fold.data(text.substring("data:".length()).strip());
            }
        }
        return fold.reply();
    }

    private static final class Fold {
        private final StringBuilder text = new StringBuilder();
        private final LineSplitter lines;
        private long input;
        private long output;
        private long cacheRead;
        private long cacheWrite;
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

        private void usage(JsonObject usage) {
            input = usage.number("input_tokens").orElse(input);
            output = usage.number("output_tokens").orElse(output);
            cacheRead = usage.number("cache_read_input_tokens").orElse(cacheRead);
            cacheWrite = usage.number("cache_creation_input_tokens").orElse(cacheWrite);
        }

        Reply reply() {
            lines.end();
            String problem = !error.isEmpty() || ended ? error : "the stream ended without message_stop";
            return new Reply(
                    text.toString(),
                    new Usage(input, output, cacheRead, cacheWrite),
                    !stop.equals("max_tokens"),
                    problem);
        }
    }
}
