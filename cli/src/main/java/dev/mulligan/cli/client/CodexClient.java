package dev.mulligan.cli.client;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Codex with an API key, its own provider or one of {@code config.toml}. It reads no variable for the address. */
final class CodexClient implements Client {

    private static final Pattern SECTION = Pattern.compile("\\s*\\[([^\\[\\]]+)]\\s*(?:#.*)?");
    private static final Pattern TEXT = Pattern.compile("\\s*([\\w-]+)\\s*=\\s*[\"']([^\"']*)[\"']\\s*(?:#.*)?");

    /** A provider that {@code config.toml} chooses. */
    private record Provider(String name, Optional<String> address) {}

    @Override
    public Map<String, String> addresses(Surroundings around) {
        return provider(around)
                .flatMap(Provider::address)
                .map(address -> Map.of("openai", Client.withoutVersion(address)))
                .orElse(Map.of());
    }

    @Override
    public Launch launch(Surroundings around, String gateway) {
        String key = provider(around)
                .filter(provider -> !provider.name().equals("openai"))
                .map(provider -> "model_providers." + provider.name() + ".base_url")
                .orElse("openai_base_url");
        List<String> arguments = new ArrayList<>(List.of("-c", key + "=\"" + gateway + "/v1\""));
        arguments.addAll(around.arguments());
        return new Launch(arguments, Map.of());
    }

    @Override
    public boolean isUnattended(Surroundings around) {
        return around.arguments().stream().anyMatch(List.of("exec", "e")::contains);
    }

    @Override
    public Optional<String> uncovered(Surroundings around) {
        boolean own = provider(around)
                .map(Provider::name)
                .filter(name -> !name.equals("openai"))
                .isPresent();
        return own || !isLoggedInWithChatGpt(around)
                ? Optional.empty()
                : Optional.of(
                        "Codex is logged in with a ChatGPT account here, whose address the gateway does not speak;"
                                + " with an API key (codex login --with-api-key) it is covered");
    }

    private static boolean isLoggedInWithChatGpt(Surroundings around) {
        if (around.variable("CODEX_API_KEY").isPresent()) {
            return false;
        }
        Path file = home(around).resolve("auth.json");
        try {
            JsonObject login = Json.parseObject(Files.readString(file));
            return login.object("tokens").isPresent()
                    && login.text("OPENAI_API_KEY").isEmpty();
        } catch (IOException | JsonException e) {
            return false;
        }
    }

    static Path home(Surroundings around) {
        return around.variable("CODEX_HOME").map(Path::of).orElse(around.home().resolve(".codex"));
    }

    /** Reads only the two lines that matter; Codex itself complains about a broken file. */
    private static Optional<Provider> provider(Surroundings around) {
        List<String> lines;
        try {
            lines = Files.readAllLines(home(around).resolve("config.toml"));
        } catch (IOException e) {
            return Optional.empty();
        }
        Optional<String> chosen = value(lines, "", "model_provider");
        return chosen.isPresent()
                ? chosen.map(name -> new Provider(name, value(lines, "model_providers." + name, "base_url")))
                : value(lines, "", "openai_base_url").map(address -> new Provider("openai", Optional.of(address)));
    }

    private static Optional<String> value(List<String> lines, String section, String key) {
        String in = "";
        for (String line : lines) {
            Matcher heading = SECTION.matcher(line);
            if (heading.matches()) {
                in = heading.group(1).replace("\"", "").strip();
                continue;
            }
            Matcher text = TEXT.matcher(line);
            if (in.equals(section) && text.matches() && text.group(1).equals(key)) {
                return Optional.of(text.group(2));
            }
        }
        return Optional.empty();
    }
}
