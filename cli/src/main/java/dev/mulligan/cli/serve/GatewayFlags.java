package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.UserError;
import dev.mulligan.config.Config;
import dev.mulligan.config.UpstreamConfig;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Models;
import dev.mulligan.escalate.Money;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.options.GatewayOptions.Budgets;
import dev.mulligan.gateway.options.GatewayOptions.OnBudget;
import dev.mulligan.gateway.options.UpstreamSpec;
import dev.mulligan.policy.RetryPolicy;
import java.net.URI;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a gateway is told on the command line. */
public final class GatewayFlags {

    @Option(
            names = "--upstream",
            paramLabel = "NAME=URL",
            description = "Where anthropic, openai or gemini is. Default: their public addresses.")
    Map<String, String> upstreams = new LinkedHashMap<>();

    @Option(names = "--policy", paramLabel = "NAME", description = "The policy of every project. Default: patient.")
    String policy = "patient";

    @Option(names = "--project", paramLabel = "NAME=POLICY", description = "The policy of one project.")
    Map<String, String> projects = new LinkedHashMap<>();

    @Option(
            names = "--project-key",
            paramLabel = "NAME=VARIABLE",
            description = "Requests with the key in this environment variable belong to project NAME.")
    Map<String, String> projectKeys = new LinkedHashMap<>();

    @Option(
            names = "--turn-buffering",
            description = "Hold every turn back until it is whole: all failures in it are recovered.")
    boolean turnBuffering;

    @Option(
            names = {"--escalate", "--climb"},
            description = "Allow other models: stronger ones as the policy says, weaker ones when one cannot serve.")
    boolean escalate;

    @Option(names = "--budget-session", paramLabel = "DOLLARS", description = "The most one session may cost.")
    @Nullable
    Double sessionBudget;

    @Option(names = "--budget-project", paramLabel = "DOLLARS", description = "The most one project may cost.")
    @Nullable
    Double projectBudget;

    @Option(names = "--on-budget", paramLabel = "WHAT", description = "warn or stop when it is used up. Default: stop.")
    String onBudget = "stop";

    /** An address that a client names by itself; the command line knows better. */
    public void upstreamUnlessNamed(String provider, String address) {
        upstreams.putIfAbsent(provider, address);
    }

    /** A gateway that only has another policy. */
    public static GatewayOptions withPolicy(String name, Config config, Map<String, String> environment) {
        GatewayFlags flags = new GatewayFlags();
        flags.policy = name;
        return flags.options(config, environment);
    }

    public GatewayOptions options(Config config, Map<String, String> environment) {
        Models models = config.allModels();
        GatewayOptions options = GatewayOptions.standard()
                .policy(policy(config, policy))
                .turnBuffering(turnBuffering)
                .budgets(new Budgets(dollars(projectBudget), dollars(sessionBudget), onBudget())
                        .confirming(config.confirm()))
                .knowing(config.classifier(), models);
        for (Map.Entry<String, String> upstream : upstreams.entrySet()) {
            options = options.upstream(upstream.getKey(), uri(upstream.getKey(), upstream.getValue()));
        }
        options = options.routes(config.upstreams().stream()
                .map(upstream -> spec(upstream, environment))
                .toList());
        for (Map.Entry<String, String> project : projects.entrySet()) {
            options = options.projectPolicy(project.getKey(), policy(config, project.getValue()));
        }
        for (Map.Entry<String, String> key : projectKeys.entrySet()) {
            options = options.projectOfKey(keyIn(key.getValue(), environment), key.getKey());
        }
        String collector = environment.getOrDefault("OTEL_EXPORTER_OTLP_ENDPOINT", "");
        if (!collector.isBlank()) {
            options = options.tracing(collector(collector));
        }
        if (escalate || !config.ladder().isEmpty()) {
            options = options.escalating(ladder(config, models));
        }
        return options;
    }

    private static UpstreamSpec spec(UpstreamConfig upstream, Map<String, String> environment) {
        try {
            return UpstreamSpec.of(upstream, environment);
        } catch (IllegalArgumentException e) {
            throw new UserError(
                    "upstreams: " + e.getMessage(),
                    "Correct upstreams: in mulligan.yaml, or set the variable before you start the gateway.");
        }
    }

    private static String keyIn(String variable, Map<String, String> environment) {
        String key = environment.getOrDefault(variable, "");
        if (key.isBlank()) {
            throw new UserError(
                    "--project-key: the variable " + variable + " is not set",
                    "Put the key into it; a key itself does not belong on the command line.");
        }
        return key;
    }

    private static URI collector(String text) {
        try {
            URI uri = URI.create(text.strip());
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Told below.
        }
        throw new UserError(
                "OTEL_EXPORTER_OTLP_ENDPOINT: '" + text + "' is not an address",
                "Write it as http://127.0.0.1:4318 (OTLP over HTTP), or unset it.");
    }

    private static RetryPolicy policy(Config config, String template) {
        return config.policy(Optional.of(template), Optional.empty(), Optional.empty(), Optional.empty())
                .resolve()
                .policy();
    }

    private static Ladder ladder(Config config, Models models) {
        if (config.ladder().isEmpty()) {
            return Ladder.of(models.all().stream()
                    .filter(Model::current)
                    .sorted(Comparator.comparing(Model::provider).thenComparingInt(Model::tier))
                    .toList());
        }
        return Ladder.of(config.ladder().stream()
                .map(id -> models.find(id)
                        .orElseThrow(() -> new UserError(
                                "ladder: model '" + id + "' is not known", "Add it under models: in mulligan.yaml.")))
                .toList());
    }

    private static URI uri(String name, String text) {
        if (!List.of("anthropic", "openai", "gemini").contains(name)) {
            throw new UserError("--upstream " + name + ": no such provider", "There are anthropic, openai and gemini.");
        }
        try {
            URI uri = URI.create(text);
            GatewayOptions.standard().upstream(name, uri);
            return uri;
        } catch (IllegalArgumentException e) {
            throw new UserError(
                    "--upstream " + name + ": '" + text + "' is not an address",
                    "Write it as http://host:port or https://host.");
        }
    }

    private OnBudget onBudget() {
        return switch (onBudget) {
            case "warn" -> OnBudget.WARN;
            case "stop" -> OnBudget.STOP;
            default -> throw new UserError("--on-budget: '" + onBudget + "' is not known", "Write warn or stop.");
        };
    }

    private static Optional<Money> dollars(@Nullable Double amount) {
        if (amount == null) {
            return Optional.empty();
        }
        if (!(amount > 0)) {
            throw new UserError("a budget of " + amount + " dollars allows nothing", "Give an amount above zero.");
        }
        return Optional.of(Money.dollars(amount));
    }
}
