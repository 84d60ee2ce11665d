package dev.mulligan.cli.client;

import dev.mulligan.cli.support.UserError;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Claude Code, with any login. An address in one of its settings files beats the environment, so then the address is given
 * as {@code --settings} too, together with what the user gave there.
 */
final class ClaudeClient implements Client {

    private static final String ADDRESS = "ANTHROPIC_BASE_URL";
    private static final String SETTINGS = "--settings";

    @Override
    public Map<String, String> addresses(Surroundings around) {
        return inSettings(around)
                .or(() -> around.variable(ADDRESS))
                .map(address -> Map.of("anthropic", address))
                .orElse(Map.of());
    }

    @Override
    public Launch launch(Surroundings around, String gateway) {
        Map<String, String> set = Map.of(ADDRESS, gateway);
        if (inSettings(around).isEmpty()) {
            return new Launch(around.arguments(), set);
        }
        List<String> rest = new ArrayList<>(around.arguments());
        JsonObject given = given(around).orElseGet(Json::object);
        int at = rest.indexOf(SETTINGS);
        if (at >= 0 && at + 1 < rest.size()) {
            rest.subList(at, at + 2).clear();
        }
        rest.removeIf(argument -> argument.startsWith(SETTINGS + "="));
        Map<String, @Nullable Object> environment =
                new LinkedHashMap<>(given.object("env").map(JsonObject::members).orElse(Map.of()));
        environment.put(ADDRESS, gateway);
        Map<String, @Nullable Object> settings = new LinkedHashMap<>(given.members());
        settings.put("env", new JsonObject(environment));
        rest.addAll(0, List.of(SETTINGS, Json.write(new JsonObject(settings))));
        return new Launch(rest, set);
    }

    @Override
    public boolean isUnattended(Surroundings around) {
        return around.arguments().stream().anyMatch(List.of("-p", "--print")::contains);
    }

    @Override
    public Optional<String> uncovered(Surroundings around) {
        return Stream.of("CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX")
                .filter(name -> around.variable(name).isPresent())
                .findFirst()
                .map(name ->
                        "Claude Code uses a cloud's own address here (" + name + "), which the gateway does not speak");
    }

    /** The address that its settings name, in its own order: command line, local, project, user. */
    private static Optional<String> inSettings(Surroundings around) {
        Path user = around.variable("CLAUDE_CONFIG_DIR")
                .map(Path::of)
                .orElse(around.home().resolve(".claude"));
        return Stream.concat(
                        given(around).stream(),
                        Stream.of(
                                        around.folder().resolve(".claude/settings.local.json"),
                                        around.folder().resolve(".claude/settings.json"),
                                        user.resolve("settings.json"))
                                .flatMap(file -> read(file).stream()))
                .flatMap(settings -> settings.object("env").stream())
                .flatMap(environment -> environment.text(ADDRESS).stream())
                .findFirst();
    }

    /** What the user gave as {@code --settings}: a file, or the JSON itself. */
    private static Optional<JsonObject> given(Surroundings around) {
        List<String> arguments = around.arguments();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            Optional<String> value = argument.startsWith(SETTINGS + "=")
                    ? Optional.of(argument.substring(SETTINGS.length() + 1))
                    : argument.equals(SETTINGS) && i + 1 < arguments.size()
                            ? Optional.of(arguments.get(i + 1))
                            : Optional.empty();
            if (value.isPresent()) {
                return Optional.of(settings(value.get(), around.folder()));
            }
        }
        return Optional.empty();
    }

    private static JsonObject settings(String value, Path folder) {
        try {
            return value.strip().startsWith("{")
                    ? Json.parseObject(value)
                    : Json.parseObject(Files.readString(folder.resolve(value)));
        } catch (IOException | JsonException e) {
            throw new UserError(
                    "--settings " + value + " cannot be read: " + e.getMessage(),
                    "Claude Code needs a JSON file or JSON.");
        }
    }

    /** A file that is not there or is broken is Claude Code's to complain about. */
    private static Optional<JsonObject> read(Path file) {
        try {
            return Files.isRegularFile(file) ? Optional.of(Json.parseObject(Files.readString(file))) : Optional.empty();
        } catch (IOException | JsonException e) {
            return Optional.empty();
        }
    }
}
