package dev.mulligan.cli;

import dev.mulligan.gateway.AccessLog;
import dev.mulligan.gateway.Gateway;
import dev.mulligan.gateway.GatewayListener;
import dev.mulligan.gateway.GatewayOptions;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.server.GatewayRecorder;
import dev.mulligan.server.Server;
import dev.mulligan.server.ServerSettings;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.StoreException;
import dev.mulligan.store.spool.SpoolSettings;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
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

    @Mixin
    GatewayFlags gatewayFlags = new GatewayFlags();

    @Mixin
    TokenFlags tokenFlags = new TokenFlags();

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
                    + " Default: " + StoreAddress.DEFAULT + ".")
    String store = "";

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

    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public Integer call() throws IOException, InterruptedException {
        GatewayOptions open = gatewayFlags.options(config(), environment());
        GatewayOptions options = tokenFlags
                .find(gatewayFlags, environment(), screen())
                .map(open::token)
                .orElse(open);
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
            StoreAddress address = StoreAddress.of(store, StoreAddress.HOME, environment());
            Path file = address.path().orElse(StoreAddress.HOME).toAbsolutePath();
            Files.createDirectories(Optional.ofNullable(file.getParent()).orElse(file));
            EventStore opened = address.open(line -> errors().line("mulligan: " + line), EventStore::openLater);
            Path spool = address.spool();
            if (!opened.isThere()) {
                screen().line("mulligan: " + opened.name() + " cannot be reached; requests are served, events wait in "
                        + spool + ", runs and dashboard wait for it");
            }
            return new GatewayRecorder(opened, Instant.now(), spool, SpoolSettings.STANDARD);
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
        String bind = gatewayFlags.bind;
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
