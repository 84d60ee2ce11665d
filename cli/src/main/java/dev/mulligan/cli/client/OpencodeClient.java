package dev.mulligan.cli.client;

import dev.mulligan.cli.support.UserError;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * opencode: a variable holds configuration that is merged over its files. Only providers that it has a key for are named,
 * since naming one makes it appear.
 */
final class OpencodeClient implements Client {

    private static final String CONTENT = "OPENCODE_CONFIG_CONTENT";

    /** Its name of a provider, the variables with a key for it, and the path below which its SDK asks. */
    record Known(String name, List<String> keys, String path) {}

    static final List<Known> PROVIDERS = List.of(
            new Known("anthropic", List.of("ANTHROPIC_API_KEY"), "/v1"),
            new Known("openai", List.of("OPENAI_API_KEY"), "/v1"),
            new Known("google", List.of("GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"), "/v1beta"));

    @Override
    public Map<String, String> addresses(Surroundings around) {
        return Map.of();
    }

    @Override
    public Launch launch(Surroundings around, String gateway) {
        JsonObject given = around.variable(CONTENT).map(OpencodeClient::content).orElseGet(Json::object);
        Map<String, @Nullable Object> providers = new LinkedHashMap<>(
                given.object("provider").map(JsonObject::members).orElse(Map.of()));
        Set<String> usable = usable(around);
        for (Known known : PROVIDERS) {
            if (usable.contains(known.name())) {
                providers.put(known.name(), at(new JsonObject(providers).object(known.name()), gateway + known.path()));
            }
        }
        Map<String, @Nullable Object> content = new LinkedHashMap<>(given.members());
        content.put("provider", new JsonObject(providers));
        return new Launch(around.arguments(), Map.of(CONTENT, Json.write(new JsonObject(content))));
    }

    @Override
    public boolean isUnattended(Surroundings around) {
        return around.arguments().contains("run");
    }

    private static JsonObject at(Optional<JsonObject> provider, String address) {
        Map<String, @Nullable Object> options = new LinkedHashMap<>(provider.flatMap(one -> one.object("options"))
                .map(JsonObject::members)
                .orElse(Map.of()));
        options.put("baseURL", address);
        Map<String, @Nullable Object> members =
                new LinkedHashMap<>(provider.map(JsonObject::members).orElse(Map.of()));
        members.put("options", new JsonObject(options));
        return new JsonObject(members);
    }

    private static JsonObject content(String text) {
        try {
            return Json.parseObject(text);
        } catch (JsonException e) {
            throw new UserError(CONTENT + " is not JSON: " + e.getMessage(), "Correct or unset it.");
        }
    }

    /** The providers it has a key for; Anthropic where none is found, since a key may come later. */
    static List<Known> usableOrFirst(Surroundings around) {
        Set<String> usable = usable(around);
        List<Known> known =
                PROVIDERS.stream().filter(one -> usable.contains(one.name())).toList();
        return known.isEmpty() ? List.of(PROVIDERS.getFirst()) : known;
    }

    private static Set<String> usable(Surroundings around) {
        Set<String> usable = new LinkedHashSet<>();
        for (Known known : PROVIDERS) {
            if (known.keys().stream().anyMatch(key -> around.variable(key).isPresent())) {
                usable.add(known.name());
            }
        }
        Path data = around.variable("XDG_DATA_HOME")
                .map(Path::of)
                .orElse(around.home().resolve(".local/share"));
        try {
            usable.addAll(Json.parseObject(Files.readString(data.resolve("opencode/auth.json")))
                    .members()
                    .keySet());
        } catch (IOException | JsonException e) {
            // No login is kept there.
        }
        return usable;
    }
}
