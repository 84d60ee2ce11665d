package dev.mulligan.agent;

import dev.mulligan.agent.process.ClippedText;
import dev.mulligan.escalate.Usage;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The chat completions API, which many others speak too. */
final class OpenAiWire implements ApiWire {

    private static final int LONGEST_ANSWER = 16 * 1024 * 1024;

    @Override
    public URI address(Optional<String> url, Map<String, String> environment) {
        String base = environment.getOrDefault("OPENAI_BASE_URL", "");
        return ApiWire.address(
                url,
                base.endsWith("/v1") ? base.substring(0, base.length() - 3) : base,
                "https://api.openai.com",
                Wire.CHAT.path());
    }

    @Override
    public Map<String, String> headers(Map<String, String> environment) {
        String key = environment.getOrDefault("OPENAI_API_KEY", "");
        return key.isBlank() ? Map.of() : Map.of("authorization", "Bearer " + key);
    }

    @Override
    public String body(String model, String prompt, Optional<Double> temperature) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("model", model);
        temperature.ifPresent(wanted -> body.put("temperature", wanted));
        body.put("messages", List.of(Json.object("role", "user", "content", prompt)));
        return Json.write(body);
    }

    @Override
    public ApiAnswer read(InputStream body, Consumer<String> line) throws IOException {
        String text = new String(body.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
        JsonObject answer;
        try {
            answer = Json.parseObject(text);
        } catch (JsonException e) {
            return new ApiAnswer("", Usage.NONE, false, "the answer is not JSON: " + ClippedText.to(text, 200));
        }
        if (answer.object("error").isPresent()) {
            return new ApiAnswer("", Usage.NONE, false, text);
        }
        Optional<JsonObject> choice =
                answer.list("choices").stream().findFirst().map(first -> (JsonObject) first);
        String said = choice.flatMap(c -> c.object("message"))
                .flatMap(message -> message.text("content"))
                .orElse("");
        said.lines().forEach(line);
        return new ApiAnswer(
                said,
                answer.object("usage")
                        .map(usage -> UsageReader.of(Wire.CHAT, usage))
                        .orElse(Usage.NONE),
                choice.flatMap(c -> c.text("finish_reason"))
                        .filter("length"::equals)
                        .isEmpty(),
                said.isEmpty() ? "the answer is empty" : "");
    }
}
