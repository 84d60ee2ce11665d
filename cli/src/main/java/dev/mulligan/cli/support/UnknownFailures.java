package dev.mulligan.cli.support;

import dev.mulligan.redact.Secrets;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import dev.mulligan.workspace.state.StateFolder;
import dev.mulligan.workspace.state.UserHome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Failures that Mulligan did not know or got wrong, kept for the user to send: one JSON object a line in the state
 * folder, without secrets and without the name of the home folder.
 */
public final class UnknownFailures {

    private static final int LONGEST_TEXT = 16_000;
    private static final long LARGEST_FILE = 5_000_000;

    private UnknownFailures() {}

    public static Path file() {
        return StateFolder.root().resolve("collected.jsonl");
    }

    /** Keeps a case unless it is there already; says whether it was new. */
    public static boolean add(JsonObject one) throws IOException {
        String line = Json.write(clean(one));
        if (lines().contains(line)) {
            return false;
        }
        StateFolder.makeFolder(StateFolder.root());
        if (Files.exists(file()) && Files.size(file()) + line.length() > LARGEST_FILE) {
            throw new UserError(
                    file() + " is full: it holds " + LARGEST_FILE / 1_000_000 + " MB",
                    "Send it or move it away; a new one is started.");
        }
        Files.writeString(
                file(), line + "\n", StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return true;
    }

    public static List<String> lines() throws IOException {
        return Files.exists(file()) ? Files.readAllLines(file(), StandardCharsets.UTF_8) : List.of();
    }

    private static JsonObject clean(JsonObject object) {
        Map<String, Object> members = new LinkedHashMap<>();
        object.members().forEach((name, value) -> {
            if (value instanceof JsonObject inner) {
                members.put(name, clean(inner));
            } else if (value instanceof String text) {
                members.put(name, clean(name, text));
            } else if (value != null) {
                members.put(name, value);
            }
        });
        return new JsonObject(members);
    }

    /** A header's value is a secret by its name as often as by its shape. */
    private static String clean(String name, String text) {
        String pair = name + ": ";
        String hidden = Secrets.redact(pair + text);
        String rest = hidden.startsWith(pair) ? hidden.substring(pair.length()) : Secrets.REDACTED;
        String home = UserHome.path().toString();
        String placed = home.length() > 1 ? rest.replace(home, "~") : rest;
        return placed.length() <= LONGEST_TEXT
                ? placed
                : placed.substring(0, LONGEST_TEXT / 2) + "\n…\n"
                        + placed.substring(placed.length() - LONGEST_TEXT / 2);
    }
}
