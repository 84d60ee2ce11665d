package dev.mulligan.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class EnvironmentTest {

    private static final List<String> SECRETS = List.of(
            "ANTHROPIC_API_KEY",
            "CLAUDE_CODE_OAUTH_TOKEN",
            "ANTHROPIC_ADMIN_KEY",
            "OPENAI_API_KEY",
            "CODEX_API_KEY",
            "OPENAI_ADMIN_KEY",
            "GEMINI_API_KEY",
            "GOOGLE_API_KEY",
            "GOOGLE_APPLICATION_CREDENTIALS",
            "AWS_SECRET_ACCESS_KEY",
            "NODE_AUTH_TOKEN",
            "NPM_TOKEN",
            "NPM_CONFIG__AUTHTOKEN",
            "GITHUB_TOKEN",
            "DB_PASSWORD",
            "SSH_AUTH_SOCK",
            "DBUS_SESSION_BUS_ADDRESS",
            "MULLIGAN_TOKEN",
            "MULLIGAN_STORE",
            "MULLIGAN_DB_PASSWORD");

    private static final List<String> NEEDED = List.of(
            "PATH",
            "HOME",
            "LANG",
            "LC_ALL",
            "TERM",
            "TMPDIR",
            "https_proxy",
            "JAVA_HOME",
            "CARGO_HOME",
            "NVM_DIR",
            "VIRTUAL_ENV",
            "MULLIGAN_STEP",
            "MULLIGAN_SESSION",
            "MULLIGAN_PROJECT");

    private static Map<String, String> ours(Map<String, String> more) {
        Map<String, String> ours = new HashMap<>(more);
        SECRETS.forEach(name -> ours.put(name, "x"));
        NEEDED.forEach(name -> ours.put(name, "y"));
        return ours;
    }

    /** What it gets beyond what all need; fails when it lacks any of that. */
    private static Set<String> beyond(Map<String, String> environment) {
        assertThat(environment).containsKeys(NEEDED.toArray(new String[0]));
        Set<String> rest = new TreeSet<>(environment.keySet());
        NEEDED.forEach(rest::remove);
        return rest;
    }

    private static Set<String> agent(String kind, String provider) {
        return beyond(Environment.forAgent(kind, provider, ours(Map.of()), List.of()));
    }

    @Test
    void eachKindOfAgentGetsItsOwnProvidersKeyAndNobodyElses() {
        assertThat(agent("claude", "")).containsExactly("ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN");
        assertThat(agent("codex", "")).containsExactly("CODEX_API_KEY", "OPENAI_API_KEY");
        assertThat(agent("gemini", "")).containsExactly("GEMINI_API_KEY", "GOOGLE_API_KEY");
        assertThat(agent("api", "anthropic")).containsExactly("ANTHROPIC_API_KEY");
        assertThat(agent("api", "openai")).containsExactly("OPENAI_API_KEY");
        assertThat(agent("command", "")).isEmpty();
    }

    @Test
    void aCloudsKeysGoOnlyToAnAgentThatWorksThroughThatCloud() {
        Map<String, String> bedrock = ours(Map.of("CLAUDE_CODE_USE_BEDROCK", "1", "AWS_REGION", "eu-central-1"));
        assertThat(beyond(Environment.forAgent("claude", "", bedrock, List.of())))
                .contains("AWS_SECRET_ACCESS_KEY", "AWS_REGION")
                .doesNotContain("GOOGLE_APPLICATION_CREDENTIALS");
        assertThat(beyond(Environment.forAgent("codex", "", bedrock, List.of())))
                .doesNotContain("AWS_REGION");
        for (String off : List.of("0", "false", "")) {
            Map<String, String> not = ours(Map.of("CLAUDE_CODE_USE_VERTEX", off, "GOOGLE_GENAI_USE_VERTEXAI", off));
            assertThat(beyond(Environment.forAgent("claude", "", not, List.of())))
                    .doesNotContain("GOOGLE_APPLICATION_CREDENTIALS");
            assertThat(beyond(Environment.forAgent("gemini", "", not, List.of())))
                    .doesNotContain("GOOGLE_APPLICATION_CREDENTIALS");
        }
        Map<String, String> vertex = ours(Map.of("GOOGLE_GENAI_USE_VERTEXAI", "true"));
        assertThat(beyond(Environment.forAgent("gemini", "", vertex, List.of())))
                .contains("GOOGLE_APPLICATION_CREDENTIALS");
    }

    @Test
    void whatIsNamedIsGivenButNeverOurOwnSecrets() {
        List<String> named = List.of("GITHUB_TOKEN", "SSH_AUTH_SOCK", "MULLIGAN_TOKEN", "NOT_SET");
        assertThat(beyond(Environment.forAgent("command", "", ours(Map.of()), named)))
                .containsExactly("GITHUB_TOKEN", "SSH_AUTH_SOCK");
        assertThat(beyond(Environment.forVerifier(ours(Map.of()), named)))
                .containsExactly("GITHUB_TOKEN", "SSH_AUTH_SOCK");
        assertThat(beyond(Environment.forVerifier(ours(Map.of()), List.of()))).isEmpty();
        assertThat(Environment.forCommand(ours(Map.of())))
                .containsKeys("GITHUB_TOKEN", "ANTHROPIC_API_KEY", "MULLIGAN_STEP")
                .doesNotContainKeys("MULLIGAN_TOKEN", "MULLIGAN_STORE", "MULLIGAN_DB_PASSWORD");
    }
}
