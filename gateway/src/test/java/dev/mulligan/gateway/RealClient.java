package dev.mulligan.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An agent as its vendor ships it, told to talk to nobody but the address given. */
enum RealClient {
    CLAUDE_CODE("@anthropic-ai/claude-code", "claude") {
        @Override
        List<String> command(Path program) {
            return List.of(
                    program.toString(),
                    "-p",
                    "Write hello.txt",
                    "--output-format",
                    "json",
                    "--permission-mode",
                    "acceptEdits");
        }

        @Override
        Map<String, String> environment(Path home, String url) {
            Map<String, String> environment = clean(home);
            environment.put("ANTHROPIC_BASE_URL", url);
            environment.put("ANTHROPIC_API_KEY", "sk-test");
            environment.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
            environment.put("DISABLE_AUTOUPDATER", "1");
            environment.put("DISABLE_TELEMETRY", "1");
            environment.put("DISABLE_ERROR_REPORTING", "1");
            return environment;
        }
    },
    CODEX("@openai/codex", "codex") {
        @Override
        List<String> command(Path program) {
            return List.of(
                    program.toString(),
                    "exec",
                    "--json",
                    "--skip-git-repo-check",
                    "-s",
                    "danger-full-access",
                    "Write hello.txt");
        }

        @Override
        Map<String, String> environment(Path home, String url) throws IOException {
            Files.writeString(home.resolve("config.toml"), """
                    model = "gpt-5.1-codex"
                    model_provider = "local"
                    check_for_update_on_startup = false
                    [model_providers.local]
                    name = "local"
                    base_url = "%s/v1"
                    wire_api = "responses"
                    env_key = "OPENAI_API_KEY"
                    [analytics]
                    enabled = false
                    [features]
                    plugins = false
                    apps = false
                    plugin_discovery_prefetch = false
                    plugin_sharing = false
                    tool_suggest = false
                    """.formatted(url));
            Map<String, String> environment = clean(home);
            environment.put("CODEX_HOME", home.toString());
            environment.put("OPENAI_API_KEY", "sk-test");
            return environment;
        }
    },
    GEMINI_CLI("@google/gemini-cli", "gemini.js") {
        @Override
        List<String> command(Path program) {
            return List.of(
                    "node",
                    program.toString(),
                    "-p",
                    "Write hello.txt",
                    "-m",
                    "gemini-2.5-flash",
                    "-o",
                    "json",
                    "-y",
                    "--skip-trust");
        }

        @Override
        Map<String, String> environment(Path home, String url) throws IOException {
            Path folder = Files.createDirectories(home.resolve(".gemini"));
            Files.writeString(folder.resolve("settings.json"), """
                    {"security": {"auth": {"selectedType": "gemini-api-key"}}, "telemetry": {"enabled": false},
                     "privacy": {"usageStatisticsEnabled": false}, "general": {"disableAutoUpdate": true}}
                    """);
            Map<String, String> environment = clean(home);
            environment.put("GOOGLE_GEMINI_BASE_URL", url);
            environment.put("GEMINI_API_KEY", "sk-test");
            return environment;
        }
    },
    OPENCODE("opencode-ai", "opencode") {
        @Override
        List<String> command(Path program) {
            return opencode(program, "anthropic/claude-sonnet-4-5");
        }

        @Override
        Map<String, String> environment(Path home, String url) throws IOException {
            return opencodeHome(
                    home,
                    "\"anthropic\": {\"options\": {\"baseURL\": \"%s/v1\", \"apiKey\": \"sk-test\"}}".formatted(url));
        }
    },
    OPENCODE_CHAT("opencode-ai", "opencode") {
        @Override
        List<String> command(Path program) {
            return opencode(program, "local/some-model");
        }

        @Override
        Map<String, String> environment(Path home, String url) throws IOException {
            return opencodeHome(home, """
                    "local": {"npm": "@ai-sdk/openai-compatible", "models": {"some-model": {}},
                     "options": {"baseURL": "%s/v1", "apiKey": "sk-test"}}""".formatted(url));
        }
    };

    private static List<String> opencode(Path program, String model) {
        return List.of(program.toString(), "run", "--title", "t", "-m", model, "Write hello.txt");
    }

    private static Map<String, String> opencodeHome(Path home, String provider) throws IOException {
        Path folder = Files.createDirectories(home.resolve(".config/opencode"));
        Files.writeString(folder.resolve("opencode.json"), """
                {"autoupdate": false, "share": "disabled",
                 "permission": {"edit": "allow", "bash": "allow", "external_directory": "allow"},
                 "provider": {%s}}
                """.formatted(provider));
        Map<String, String> environment = clean(home);
        environment.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
        environment.put("OPENCODE_DISABLE_MODELS_FETCH", "1");
        return environment;
    }

    private final String npmPackage;
    private final String program;

    RealClient(String npmPackage, String program) {
        this.npmPackage = npmPackage;
        this.program = program;
    }

    /** The name of the file that is started. */
    String program() {
        return program;
    }

    /** As the manual calls it. */
    String label() {
        return switch (this) {
            case CLAUDE_CODE -> "Claude Code";
            case CODEX -> "Codex";
            case GEMINI_CLI -> "Gemini CLI";
            case OPENCODE -> "opencode";
            case OPENCODE_CHAT -> "opencode (chat)";
        };
    }

    /** Whose wire it speaks. */
    String provider() {
        return switch (this) {
            case CLAUDE_CODE, OPENCODE -> "anthropic";
            case CODEX, OPENCODE_CHAT -> "openai";
            case GEMINI_CLI -> "gemini";
        };
    }

    String npmPackage() {
        return npmPackage;
    }

    abstract List<String> command(Path program);

    abstract Map<String, String> environment(Path home, String url) throws IOException;

    private static Map<String, String> clean(Path home) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("HOME", home.toString());
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        return environment;
    }
}
