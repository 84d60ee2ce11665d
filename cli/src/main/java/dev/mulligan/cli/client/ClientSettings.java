package dev.mulligan.cli.client;

import dev.mulligan.cli.client.Client.Surroundings;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The settings file of one client, and the lines in it that are ours. Everything else in it stays as it is. */
sealed interface ClientSettings {

    /** By the client's name; empty for one that is not known. */
    static Optional<ClientSettings> of(String client) {
        return switch (client) {
            case "claude" -> Optional.of(new Claude());
            case "codex" -> Optional.of(new Codex());
            case "gemini" -> Optional.of(new Gemini());
            case "opencode" -> Optional.of(new Opencode());
            default -> Optional.empty();
        };
    }

    /** The clients there are. */
    List<String> NAMES = List.of("claude", "codex", "gemini", "opencode");

    /** How people call it. */
    String title();

    Path file(Surroundings around);

    /** The text of the file with the gateway's address in it. */
    String with(String text, String gateway, Surroundings around);

    /** The text without anything of ours. */
    String without(String text);

    /** Claude Code: {@code ~/.claude/settings.json}. */
    record Claude() implements ClientSettings {

        static final List<String> ADDRESS = List.of("env", "ANTHROPIC_BASE_URL");
        static final List<String> STATUS_LINE = List.of("statusLine");
        static final List<String> STATUS_COMMAND = List.of("statusLine", "command");
        static final List<String> HOOK = List.of("hooks", "PostToolUseFailure");

        @Override
        public String title() {
            return "Claude Code";
        }

        @Override
        public Path file(Surroundings around) {
            return around.variable("CLAUDE_CONFIG_DIR")
                    .map(Path::of)
                    .orElse(around.home().resolve(".claude"))
                    .resolve("settings.json");
        }

        @Override
        public String with(String text, String gateway, Surroundings around) {
            return JsonText.with(text, ADDRESS, Json.write(gateway));
        }

        @Override
        public String without(String text) {
            String rest = JsonText.without(text, ADDRESS);
            for (List<String> path : List.of(STATUS_LINE, HOOK)) {
                rest = value(rest, path).contains("mulligan") ? JsonText.without(rest, path) : rest;
            }
            return rest;
        }

        /** What stands there now, as text; nothing where there is nothing. */
        static String value(String text, List<String> path) {
            return text.isBlank() ? "" : JsonText.value(text, path).orElse("");
        }
    }

    /** Codex: a line at the top of {@code ~/.codex/config.toml}. */
    record Codex() implements ClientSettings {

        private static final Pattern LINE = Pattern.compile("(?m)^openai_base_url\\s*=.*\\R?");

        @Override
        public String title() {
            return "Codex";
        }

        @Override
        public Path file(Surroundings around) {
            return CodexClient.home(around).resolve("config.toml");
        }

        @Override
        public String with(String text, String gateway, Surroundings around) {
            String line = "openai_base_url = \"" + gateway + "/v1\"\n";
            Matcher there = LINE.matcher(head(text));
            return there.find() ? text.substring(0, there.start()) + line + text.substring(there.end()) : line + text;
        }

        @Override
        public String without(String text) {
            Matcher there = LINE.matcher(head(text));
            return there.find() ? text.substring(0, there.start()) + text.substring(there.end()) : text;
        }

        /** What stands before the first section: only there it is a setting of Codex itself. */
        private static String head(String text) {
            Matcher section = Pattern.compile("(?m)^\\s*\\[").matcher(text);
            return section.find() ? text.substring(0, section.start()) : text;
        }
    }

    /** Gemini CLI: a variable in {@code ~/.gemini/.env}. */
    record Gemini() implements ClientSettings {

        private static final Pattern LINE = Pattern.compile("(?m)^GOOGLE_GEMINI_BASE_URL\\s*=.*\\R?");

        @Override
        public String title() {
            return "Gemini CLI";
        }

        @Override
        public Path file(Surroundings around) {
            return around.home().resolve(".gemini/.env");
        }

        @Override
        public String with(String text, String gateway, Surroundings around) {
            String rest = without(text);
            return rest + (rest.isEmpty() || rest.endsWith("\n") ? "" : "\n") + "GOOGLE_GEMINI_BASE_URL=" + gateway
                    + "\n";
        }

        @Override
        public String without(String text) {
            return LINE.matcher(text).replaceAll("");
        }
    }

    /** opencode: the address of each provider it has a key for, in {@code ~/.config/opencode/opencode.json}. */
    record Opencode() implements ClientSettings {

        @Override
        public String title() {
            return "opencode";
        }

        @Override
        public Path file(Surroundings around) {
            return around.variable("XDG_CONFIG_HOME")
                    .map(Path::of)
                    .orElse(around.home().resolve(".config"))
                    .resolve("opencode/opencode.json");
        }

        @Override
        public String with(String text, String gateway, Surroundings around) {
            String result = text;
            for (OpencodeClient.Known known : OpencodeClient.usableOrFirst(around)) {
                result = JsonText.with(result, address(known.name()), Json.write(gateway + known.path()));
            }
            return result;
        }

        @Override
        public String without(String text) {
            String rest = text;
            for (OpencodeClient.Known known : OpencodeClient.PROVIDERS) {
                rest = JsonText.without(rest, address(known.name()));
            }
            return rest;
        }

        private static List<String> address(String provider) {
            return List.of("provider", provider, "options", "baseURL");
        }
    }
}
