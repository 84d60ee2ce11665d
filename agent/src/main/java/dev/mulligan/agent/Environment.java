package dev.mulligan.agent;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What of our environment the programs we start get to see, by name: what programs need to run, for an agent also its own
 * provider's settings, and what a person named. No other provider's key, no token that happens to lie around, and none of
 * Mulligan's own secrets, named or not.
 */
public final class Environment {

    /** Where programs, homes, caches, certificates and proxies are, and how to print. None of them is a key. */
    private static final Set<String> COMMON = names("""
            PATH HOME USER LOGNAME SHELL TERM COLORTERM LANG LANGUAGE TZ TMPDIR TMP TEMP PWD HOSTNAME
            CI NO_COLOR FORCE_COLOR CLICOLOR COLUMNS LINES EDITOR PAGER
            XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_CONFIG_DIRS XDG_DATA_DIRS
            HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY FTP_PROXY
            SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE GIT_SSL_CAINFO PIP_CERT
            GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
            JAVA_HOME JDK_HOME JAVA_OPTS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS MAVEN_HOME M2_HOME MAVEN_OPTS MAVEN_ARGS
            GRADLE_HOME GRADLE_USER_HOME GRADLE_OPTS SDKMAN_DIR KOTLIN_HOME SCALA_HOME SBT_OPTS ANDROID_HOME
            ANDROID_SDK_ROOT ANDROID_NDK_HOME
            GOPATH GOROOT GOBIN GOCACHE GOMODCACHE GOFLAGS GOPROXY GOPRIVATE GONOSUMDB GOSUMDB GOTOOLCHAIN
            CARGO_HOME CARGO_TARGET_DIR RUSTUP_HOME RUSTUP_TOOLCHAIN RUSTFLAGS RUST_BACKTRACE
            VIRTUAL_ENV PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED PYENV_ROOT PYENV_VERSION
            CONDA_PREFIX CONDA_DEFAULT_ENV CONDA_EXE POETRY_HOME UV_CACHE_DIR PIPX_HOME
            NODE_PATH NODE_OPTIONS NODE_ENV NVM_DIR NVM_BIN NVM_INC NPM_CONFIG_PREFIX NPM_CONFIG_CACHE
            NPM_CONFIG_REGISTRY NPM_CONFIG_USERCONFIG PNPM_HOME YARN_CACHE_FOLDER COREPACK_HOME VOLTA_HOME FNM_DIR
            BUN_INSTALL DENO_DIR PLAYWRIGHT_BROWSERS_PATH
            RBENV_ROOT GEM_HOME GEM_PATH BUNDLE_PATH COMPOSER_HOME DOTNET_ROOT NUGET_PACKAGES ASDF_DIR ASDF_DATA_DIR
            MISE_DATA_DIR MISE_CONFIG_DIR HOMEBREW_PREFIX NIX_PATH NIX_PROFILES NIX_SSL_CERT_FILE IN_NIX_SHELL
            CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS PKG_CONFIG_PATH LD_LIBRARY_PATH MAKEFLAGS CMAKE_PREFIX_PATH
            SYSTEMROOT WINDIR COMSPEC PATHEXT APPDATA LOCALAPPDATA USERPROFILE PROGRAMFILES PROGRAMDATA
            """);

    /** What Mulligan itself tells its agents. All else under its name is its own business. */
    private static final Set<String> OURS = names("MULLIGAN_STEP MULLIGAN_SESSION MULLIGAN_PROJECT");

    private static final String OUR_PREFIX = "MULLIGAN_";

    private Environment() {}

    /**
     * For an agent.
     *
     * @param kind {@code claude}, {@code codex}, {@code gemini}, {@code api}; any other is a command and gets no
     *     provider's settings
     * @param provider of an {@code api} agent; does not matter for the others
     * @param ours what this program has
     * @param alsoAllowed what a person named beyond that
     */
    public static Map<String, String> forAgent(
            String kind, String provider, Map<String, String> ours, Collection<String> alsoAllowed) {
        Provider settings = switch (kind) {
            case "claude" -> Provider.CLAUDE;
            case "codex" -> Provider.CODEX;
            case "gemini" -> Provider.GEMINI;
            case "api" ->
                switch (provider) {
                    case "anthropic" -> Provider.ANTHROPIC_API;
                    case "openai" -> Provider.OPENAI_API;
                    default -> Provider.NONE;
                };
            default -> Provider.NONE;
        };
        return chosen(ours, alsoAllowed, settings);
    }

    /**
     * For a command that checks an agent's work. It runs what the agent wrote, so it gets no key either.
     *
     * @param declared names the plan asks for
     */
    public static Map<String, String> forVerifier(Map<String, String> ours, Collection<String> declared) {
        return chosen(ours, declared, Provider.NONE);
    }

    /** For a command that the user typed: all the user has, but for Mulligan's own secrets. */
    public static Map<String, String> forCommand(Map<String, String> ours) {
        Map<String, String> result = new TreeMap<>(ours);
        result.keySet().removeIf(Environment::isOurSecret);
        return result;
    }

    private static Map<String, String> chosen(Map<String, String> ours, Collection<String> named, Provider provider) {
        Map<String, String> result = new TreeMap<>();
        ours.forEach((name, value) -> {
            String upper = name.toUpperCase(Locale.ROOT);
            boolean known = COMMON.contains(upper) || OURS.contains(upper) || upper.startsWith("LC_");
            if ((known || named.contains(name) || provider.needs(upper, ours)) && !isOurSecret(name)) {
                result.put(name, value);
            }
        });
        return result;
    }

    private static boolean isOurSecret(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return upper.startsWith(OUR_PREFIX) && !OURS.contains(upper);
    }

    private static Set<String> names(String text) {
        return Arrays.stream(text.split("\\s+")).filter(name -> !name.isEmpty()).collect(Collectors.toSet());
    }

    /** Some variables, by name and by beginning. */
    private record Variables(Set<String> names, List<String> prefixes) {

        /** A key that manages other people's keys is no agent's, whatever it begins with. */
        boolean contains(String name) {
            return names.contains(name) || (prefixes.stream().anyMatch(name::startsWith) && !name.contains("ADMIN"));
        }
    }

    /** A cloud that an agent can be told to reach its models through. */
    private record Cloud(String switchedOnBy, Variables variables) {

        boolean isOn(Map<String, String> ours) {
            String value = ours.getOrDefault(switchedOnBy, "").toLowerCase(Locale.ROOT);
            return !value.isEmpty() && !value.equals("0") && !value.equals("false");
        }
    }

    /** The settings of one agent's own provider. */
    private record Provider(Variables own, List<Cloud> clouds) {

        private static final Set<String> GOOGLE_CLOUD = names(
                "GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLOUD_PROJECT GCLOUD_PROJECT CLOUD_ML_REGION CLOUDSDK_CONFIG");

        static final Provider NONE = of("");
        static final Provider ANTHROPIC_API = of("ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_BASE_URL");
        static final Provider OPENAI_API = of("OPENAI_API_KEY OPENAI_BASE_URL");
        static final Provider CODEX = of("", "OPENAI_", "CODEX_");
        static final Provider CLAUDE = of(
                        "IS_SANDBOX API_TIMEOUT_MS BASH_DEFAULT_TIMEOUT_MS BASH_MAX_TIMEOUT_MS DISABLE_AUTOUPDATER"
                                + " DISABLE_ERROR_REPORTING DISABLE_TELEMETRY DISABLE_PROMPT_CACHING MAX_THINKING_TOKENS",
                        "ANTHROPIC_",
                        "CLAUDE_")
                .through(new Cloud("CLAUDE_CODE_USE_BEDROCK", new Variables(Set.of(), List.of("AWS_"))))
                .through(new Cloud("CLAUDE_CODE_USE_VERTEX", new Variables(GOOGLE_CLOUD, List.of("VERTEX_REGION_"))));
        static final Provider GEMINI = of(
                        "GOOGLE_API_KEY GOOGLE_CLOUD_PROJECT GOOGLE_CLOUD_PROJECT_ID GOOGLE_CLOUD_LOCATION"
                                + " GOOGLE_GEMINI_BASE_URL GOOGLE_VERTEX_BASE_URL",
                        "GEMINI_",
                        "GOOGLE_GENAI_")
                .through(new Cloud("GOOGLE_GENAI_USE_VERTEXAI", new Variables(GOOGLE_CLOUD, List.of())));

        private static Provider of(String names, String... prefixes) {
            return new Provider(new Variables(names(names), List.of(prefixes)), List.of());
        }

        private Provider through(Cloud cloud) {
            return new Provider(
                    own, Stream.concat(clouds.stream(), Stream.of(cloud)).toList());
        }

        boolean needs(String name, Map<String, String> ours) {
            return own.contains(name)
                    || clouds.stream().anyMatch(cloud -> cloud.variables.contains(name) && cloud.isOn(ours));
        }
    }
}
