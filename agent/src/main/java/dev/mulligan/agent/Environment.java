package dev.mulligan.agent;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What of our environment an agent gets to see: what programs need to run, and its own provider's settings. */
public final class Environment {

    private static final List<String> NAMES = List.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "TERM",
            "LANG",
            "TZ",
            "TMPDIR",
            "PWD",
            "SSH_AUTH_SOCK",
            "JAVA_HOME",
            "MAVEN_OPTS",
            "GOPATH",
            "CARGO_HOME",
            "RUSTUP_HOME",
            "VIRTUAL_ENV",
            "NO_COLOR",
            "HTTP_PROXY",
            "HTTPS_PROXY",
            "NO_PROXY");

    private static final List<String> PREFIXES = List.of(
            "LC_",
            "XDG_",
            "NODE_",
            "NPM_CONFIG_",
            "ANTHROPIC_",
            "CLAUDE_",
            "OPENAI_",
            "CODEX_",
            "GEMINI_",
            "GOOGLE_",
            "MULLIGAN_");

    /** An address with a password in it, and the key to the dashboard: no agent needs them. */
    private static final List<String> OUR_SECRETS = List.of("MULLIGAN_STORE", "MULLIGAN_TOKEN");

    private Environment() {}

    /** The allowed part of {@code ours}, with {@code added} over it. */
    public static Map<String, String> allowed(
            Map<String, String> ours, List<String> alsoAllowed, Map<String, String> added) {
        Map<String, String> result = new TreeMap<>();
        ours.forEach((name, value) -> {
            String upper = name.toUpperCase(Locale.ROOT);
            boolean known = NAMES.contains(upper)
                    || alsoAllowed.contains(name)
                    || PREFIXES.stream().anyMatch(upper::startsWith);
            if (known && !OUR_SECRETS.contains(upper)) {
                result.put(name, value);
            }
        });
        result.putAll(added);
        return result;
    }
}
