package dev.mulligan.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** How one provider is spoken to. */
interface ApiWire {

    URI address(Optional<String> url, Map<String, String> environment);

    Map<String, String> headers(Map<String, String> environment);

    String body(String model, String prompt, Optional<Double> temperature);

    /** Reads an answer to its end; {@code line} hears the text as it comes. */
    ApiAnswer read(InputStream body, Consumer<String> line) throws IOException;

    static ApiWire of(String provider) {
        return switch (provider) {
            case "anthropic" -> new AnthropicWire();
            case "openai" -> new OpenAiWire();
            default ->
                throw new IllegalArgumentException(
                        "provider " + provider + " is not known; there are anthropic and openai");
        };
    }

    /** Whether requests go to a provider itself, with nobody of ours in between. */
    static boolean isProvider(URI address) {
        String host = String.valueOf(address.getHost());
        return host.endsWith(".anthropic.com") || host.endsWith(".openai.com");
    }

    static URI address(Optional<String> url, String fromEnvironment, String otherwise, String path) {
        String base = url.orElse(fromEnvironment.isBlank() ? otherwise : fromEnvironment);
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
    }
}
