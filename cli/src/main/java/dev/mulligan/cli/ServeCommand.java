package dev.mulligan.cli;

import dev.mulligan.config.Config;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Models;
import dev.mulligan.escalate.Money;
import dev.mulligan.gateway.AccessLog;
import dev.mulligan.gateway.Gateway;
import dev.mulligan.gateway.GatewayListener;
import dev.mulligan.gateway.GatewayOptions;
import dev.mulligan.gateway.GatewayOptions.Budgets;
import dev.mulligan.gateway.GatewayOptions.OnBudget;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.server.GatewayRecorder;
import dev.mulligan.server.Server;
import dev.mulligan.server.ServerSettings;
import dev.mulligan.server.Tokens;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.StoreException;
import dev.mulligan.store.spool.SpoolSettings;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code mulligan serve}. */
@picocli.CommandLine.Command(
        name = "serve",
        description =
                "Runs the gateway and its dashboard: any agent survives its provider's failures, with one variable set.",
        footer = {
            "",
            "Examples:",
            "  mulligan serve",
            "  ANTHROPIC_BASE_URL=http://127.0.0.1:7171 claude     (and look at http://127.0.0.1:7171)",
            "  mulligan serve --policy unattended --turn-buffering --budget-session 5",
            "  mulligan serve --upstream anthropic=http://127.0.0.1:9000",
            "",
            "SIGTERM lets requests under way end, then stops."
        })
final class ServeCommand extends Command {

    @Option(names = "--port", paramLabel = "N", description = "Listen here; 0 takes a free port. Default: 7171.")
    int port = 7171;

    @Option(names = "--bind", paramLabel = "ADDR", description = "Listen on this address. Default: 127.0.0.1.")
    String bind = "127.0.0.1";

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
            names = "--climb",
            description = "Allow other models: stronger ones as the policy says, weaker ones when one cannot serve.")
    boolean climb;

    @Option(names = "--budget-session", paramLabel = "DOLLARS", description = "The most one session may cost.")
    @Nullable
    Double sessionBudget;

    @Option(names = "--budget-project", paramLabel = "DOLLARS", description = "The most one project may cost.")
    @Nullable
    Double projectBudget;

    @Option(names = "--on-budget", paramLabel = "WHAT", description = "warn or stop when it is used up. Default: stop.")
    String onBudget = "stop";

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "Clients must show it; needed beyond loopback. Better in MULLIGAN_TOKEN, which nobody sees.")
    @Nullable
    String token;

    @Option(
            names = "--new-token",
            description = "Make a token, show it once, and keep its hash for later starts beyond loopback.")
    boolean newToken;

    @Option(
            names = "--access-log",
            paramLabel = "FILE",
            description = "One JSON object a line per request; - is stdout.")
    @Nullable
    String accessLog;

    @Option(
            names = "--store",
            paramLabel = "WHERE",
            description = "Keep every request here: a file, postgres://user:password@host/database, or none."
                    + " Default: .mulligan/store.db.")
    String store = ".mulligan/store.db";

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "A name under which the dashboard is reached beside localhost and addresses; repeatable.")
    List<String> hosts = new ArrayList<>();

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "Steps of runs to carry out at the same time. Default: 4.")
    int slots = 4;

    private static final Path SPOOL = Path.of(".mulligan", "spool");

    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public Integer call() throws IOException, InterruptedException {
        GatewayOptions options = options();
        try {
            if (store.equals("none")) {
                return serve(options, GatewayListener.NONE, Optional.empty());
            }
            try (GatewayRecorder recorder = recorder()) {
                GatewayOptions shared = options.showing(ServeGauges.of(recorder, slots))
                        .sharing(recorder.store().notes(recorder.name()));
                return serve(shared, recorder, Optional.of(recorder.store()));
            }
        } finally {
            ended.countDown();
        }
    }

    private GatewayRecorder recorder() throws IOException {
        try {
            if (!store.contains("://")) {
                Path file = Path.of(store).toAbsolutePath();
                Files.createDirectories(Optional.ofNullable(file.getParent()).orElse(file));
            }
            EventStore opened = EventStore.openLater(store);
            if (!opened.isThere()) {
                screen().line("mulligan: " + opened.name() + " cannot be reached; requests are served, events wait in "
                        + SPOOL + ", runs and dashboard wait for it");
            }
            return new GatewayRecorder(opened, Instant.now(), SPOOL.toAbsolutePath(), SpoolSettings.STANDARD);
        } catch (StoreException e) {
            throw new UserError(String.valueOf(e.getMessage()), e.advice() + " Or go on without: --store none.");
        }
    }

    private int serve(GatewayOptions options, GatewayListener recorder, Optional<EventStore> history)
            throws IOException, InterruptedException {
        if (accessLog == null) {
            return serve(options.listener(recorder), history);
        }
        try (Writer to = open(accessLog);
                AccessLog log = new AccessLog(to)) {
            return serve(options.listener(recorder.and(log)), history);
        }
    }

    private int serve(GatewayOptions options, Optional<EventStore> history) throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        // The program ends when the hook does: it waits until requests have ended and everything is written.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            asked.countDown();
                            awaitEnd();
                        },
                        "mulligan-drain"));
        if (history.isEmpty()) {
            try (Gateway gateway = start(() -> Gateway.start(options))) {
                awaitStop(gateway.port(), asked);
            }
        } else {
            EngineSetup setup = EngineSetup.embedded(
                            history.get(), Path.of(".mulligan").toAbsolutePath(), config(), environment())
                    .slots(slots);
            try (LateEngine engine = LateEngine.start(setup);
                    Server server = start(() -> Server.start(
                            options, history.get(), settings().actions(new RunDesk(engine::engine, history.get()))))) {
                awaitStop(server.port(), asked);
            }
        }
        return ExitCode.OK;
    }

    private ServerSettings settings() {
        ServerSettings standard = ServerSettings.standard();
        return standard.alerts(config().alertWebhook(), standard.alertPause())
                .runFolder(Path.of(".mulligan", "runs").toAbsolutePath())
                .hosts(new LinkedHashSet<>(hosts));
    }

    private void awaitStop(int actualPort, CountDownLatch asked) throws InterruptedException {
        String host = bind.contains(":") ? "[" + bind + "]" : bind;
        screen().line("mulligan: listening on http://" + host + ":" + actualPort);
        screen().flush();
        asked.await();
    }

    private void awaitEnd() {
        try {
            ended.await(2, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> T start(Supplier<T> starting) {
        try {
            return starting.get();
        } catch (IllegalStateException e) {
            throw new UserError(
                    String.valueOf(e.getMessage()), "Choose another port with --port N; 0 takes a free one.");
        }
    }

    private GatewayOptions options() {
        Config config = config();
        Models models = config.allModels();
        GatewayOptions options = GatewayOptions.standard()
                .listeningOn(bind, port)
                .policy(policy(config, policy))
                .turnBuffering(turnBuffering)
                .budgets(new Budgets(dollars(projectBudget), dollars(sessionBudget), onBudget())
                        .confirming(config.confirm()))
                .knowing(config.classifier(), models);
        for (Map.Entry<String, String> upstream : upstreams.entrySet()) {
            options = options.upstream(upstream.getKey(), uri(upstream.getKey(), upstream.getValue()));
        }
        for (Map.Entry<String, String> project : projects.entrySet()) {
            options = options.projectPolicy(project.getKey(), policy(config, project.getValue()));
        }
        for (Map.Entry<String, String> key : projectKeys.entrySet()) {
            options = options.projectOfKey(keyIn(key.getValue()), key.getKey());
        }
        String collector = environment().getOrDefault("OTEL_EXPORTER_OTLP_ENDPOINT", "");
        if (!collector.isBlank()) {
            options = options.tracing(collector(collector));
        }
        if (climb || !config.ladder().isEmpty()) {
            options = options.climbing(ladder(config, models));
        }
        Optional<String> secret = Optional.ofNullable(token)
                .or(() -> Optional.ofNullable(environment().get("MULLIGAN_TOKEN")))
                .filter(t -> !t.isBlank())
                .or(this::keptToken);
        if (secret.isEmpty() && !isLoopback()) {
            throw new UserError(
                    "--bind " + bind + " can be reached from other machines, and no token is set",
                    "Make one with --new-token, set MULLIGAN_TOKEN or --token, or bind to 127.0.0.1.");
        }
        return secret.isPresent() ? options.token(secret.get()) : options;
    }

    private String keyIn(String variable) {
        String key = environment().getOrDefault(variable, "");
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

    /** The token that was made once: only its hash is on the disk. */
    private Optional<String> keptToken() {
        Path file = Path.of(".mulligan", "token.sha256");
        try {
            if (newToken) {
                String fresh = Tokens.fresh();
                Files.createDirectories(Path.of(".mulligan"));
                Files.writeString(file, Tokens.HASHED + Tokens.hash(fresh) + "\n");
                screen().line("mulligan: token (shown only now): " + fresh);
            }
            return newToken || (Files.exists(file) && !isLoopback())
                    ? Optional.of(Files.readString(file).strip())
                    : Optional.empty();
        } catch (IOException e) {
            throw new UserError(file + " cannot be used: " + e.getMessage(), "Set MULLIGAN_TOKEN instead.");
        }
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

    private boolean isLoopback() {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new UserError("--bind: '" + bind + "' is not an address of this machine", "Try 127.0.0.1.");
        }
    }

    private static Writer open(String file) {
        if (file.equals("-")) {
            return new OutputStreamWriter(System.out, StandardCharsets.UTF_8);
        }
        try {
            return Files.newBufferedWriter(
                    Path.of(file), StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UserError("--access-log: cannot write " + file + ": " + e.getMessage(), "Choose another file.");
        }
    }
}
