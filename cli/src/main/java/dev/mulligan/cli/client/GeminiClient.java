package dev.mulligan.cli.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gemini CLI with an API key. */
final class GeminiClient implements Client {

    private static final String ADDRESS = "GOOGLE_GEMINI_BASE_URL";

    @Override
    public Map<String, String> addresses(Surroundings around) {
        return around.variable(ADDRESS)
                .map(address -> Map.of("gemini", address))
                .orElse(Map.of());
    }

    @Override
    public Launch launch(Surroundings around, String gateway) {
        return new Launch(around.arguments(), Map.of(ADDRESS, gateway));
    }

    @Override
    public boolean isUnattended(Surroundings around) {
        return around.arguments().stream().anyMatch(List.of("-p", "--prompt")::contains);
    }

    @Override
    public Optional<String> uncovered(Surroundings around) {
        return around.variable("GOOGLE_GENAI_USE_VERTEXAI").isPresent()
                ? Optional.of(
                        "Gemini CLI uses Vertex AI here (GOOGLE_GENAI_USE_VERTEXAI), which the gateway does not speak")
                : Optional.empty();
    }
}
