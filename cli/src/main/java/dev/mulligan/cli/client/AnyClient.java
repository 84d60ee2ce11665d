package dev.mulligan.cli.client;

import dev.mulligan.cli.support.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Any command: it gets the variables that SDKs and agents read. */
final class AnyClient implements Client {

    private static final Map<String, List<String>> VARIABLES = Map.of(
            "anthropic", List.of("ANTHROPIC_BASE_URL"),
            "openai", List.of("OPENAI_BASE_URL", "OPENAI_API_BASE"),
            "gemini", List.of("GOOGLE_GEMINI_BASE_URL"));

    @Override
    public Map<String, String> addresses(Surroundings around) {
        Map<String, String> addresses = new LinkedHashMap<>();
        VARIABLES.forEach((provider, names) -> names.stream()
                .flatMap(name -> around.variable(name).stream())
                .findFirst()
                .ifPresent(address -> addresses.put(provider, Client.withoutVersion(address))));
        return addresses;
    }

    @Override
    public Launch launch(Surroundings around, String gateway) {
        Map<String, String> set = new LinkedHashMap<>();
        VARIABLES.forEach((provider, names) ->
                names.forEach(name -> set.put(name, provider.equals("openai") ? gateway + "/v1" : gateway)));
        return new Launch(around.arguments(), set);
    }

    /** Not known, so a person is assumed unless the command has no terminal. */
    @Override
    public boolean isUnattended(Surroundings around) {
        return Terminal.find().isEmpty();
    }
}
