package dev.mulligan.cli;

import dev.mulligan.simulator.SimRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * An agent as its vendor ships it, told to talk to nobody but the address given and to leave all retries to others: one
 * fault of the provider then ends one process.
 */
enum PlanClient {
    CLAUDE("@anthropic-ai/claude-code", "x-claude-code-session-id") {
        @Override
        Map<String, String> environment(Path home, String url) {
            Map<String, String> environment = clean(home);
            environment.put("ANTHROPIC_BASE_URL", url);
            environment.put("ANTHROPIC_API_KEY", "sk-test");
            environment.put("CLAUDE_CODE_MAX_RETRIES", "0");
            environment.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
            environment.put("DISABLE_AUTOUPDATER", "1");
            environment.put("DISABLE_TELEMETRY", "1");
            environment.put("DISABLE_ERROR_REPORTING", "1");
            // Without it Claude Code refuses to skip its questions for root, who makes the namespace.
            environment.put("IS_SANDBOX", "1");
            return environment;
        }
    },
    CODEX("@openai/codex", "session-id") {
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
                    request_max_retries = 0
                    stream_max_retries = 0
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
    };

    private final String npmPackage;
    private final String sessionHeader;

    PlanClient(String npmPackage, String sessionHeader) {
        this.npmPackage = npmPackage;
        this.sessionHeader = sessionHeader;
    }

    String npmPackage() {
        return npmPackage;
    }

    /** The name of the file that is started. */
    String program() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The conversation a request belongs to. */
    String session(SimRequest request) {
        return request.header(sessionHeader).orElse("none");
    }

    abstract Map<String, String> environment(Path home, String url) throws IOException;

    private static Map<String, String> clean(Path home) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("HOME", home.toString());
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        return environment;
    }
}
