package dev.mulligan.cli.client;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one kind of client is told where its provider is, for one process and without touching its settings. */
public interface Client {

    /** What is known before it starts: its arguments, the environment, the home folder and the folder it works in. */
    record Surroundings(List<String> arguments, Map<String, String> environment, Path home, Path folder) {

        Optional<String> variable(String name) {
            return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
        }
    }

    /** What it is started with. */
    record Launch(List<String> arguments, Map<String, String> variables) {}

    /** Addresses of providers that it would use without us, by the gateway's name of the provider. */
    Map<String, String> addresses(Surroundings around);

    Launch launch(Surroundings around, String gateway);

    /** Whether nobody reads along: then a turn may be held back until it is whole. */
    default boolean isUnattended(Surroundings around) {
        return false;
    }

    /** Why this start cannot go through a gateway. */
    default Optional<String> uncovered(Surroundings around) {
        return Optional.empty();
    }

    /** By the name of its program; whatever is not known gets the variables that most programs read. */
    static Client of(String program) {
        return switch (Path.of(program).getFileName().toString()) {
            case "claude" -> new ClaudeClient();
            case "codex" -> new CodexClient();
            case "gemini" -> new GeminiClient();
            case "opencode" -> new OpencodeClient();
            default -> new AnyClient();
        };
    }

    /** The gateway adds the version to the address, as it came from the client. */
    static String withoutVersion(String address) {
        String plain = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
        return plain.endsWith("/v1") ? plain.substring(0, plain.length() - 3) : plain;
    }
}
