package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.StopSignal;
import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.gateway.Gateway;
import dev.mulligan.gateway.options.GatewayListener;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.gateway.telemetry.AccessLog;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.server.GatewayRecorder;
import dev.mulligan.server.Server;
import dev.mulligan.server.ServerSettings;
import dev.mulligan.store.EventStore;
import dev.mulligan.workspace.state.StateFolder;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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
            "On a terminal the last line shows who waits and for how long; elsewhere each rescue, wait and loss is a line.",
            "SIGTERM lets requests under way end, then stops."
        })
public final class ServeCommand extends Command {

    @Mixin
    ListenFlags listenFlags = new ListenFlags();

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
            description = "Keep every request here: a file, postgres://user@host/database, or none." + " Default: "
                    + StoreAddress.DEFAULT + ".")
    String store = "";

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "Steps of runs to carry out at the same time. Default: 4.")
    int slots = 4;

    @Option(names = "--quiet", description = "Print the address and nothing of what happens after it.")
    boolean quiet;

    private final StopSignal stop = new StopSignal(Duration.ofMinutes(2));

    @Override
    public Integer call() throws IOException, InterruptedException {
        GatewayOptions open =
                gatewayFlags.options(config(), environment()).listeningOn(listenFlags.bind, listenFlags.port);
        if (slots < 1) {
            throw new UserError("--slots " + slots + " is too few", "Give 1 or more.");
        }
        warnOfPassword();
        GatewayOptions options = tokenFlags.apply(open, listenFlags, environment(), screen());
        try {
            if (store.equals("none")) {
                return serve(options, GatewayListener.NONE, Optional.empty());
            }
            try (GatewayRecorder recorder =
                    StoreRecorder.open(store, environment(), line -> errors().line("mulligan: " + line))) {
                GatewayOptions shared = options.showing(ServeGauges.of(recorder, slots))
                        .sharing(recorder.store().notes(recorder.name()));
                return serve(shared, recorder, Optional.of(recorder.store()));
            }
        } catch (UncheckedIOException e) {
            throw new UserError(
                    String.valueOf(e.getMessage()),
                    "Start mulligan serve in a folder that you can write, or with --store none, which keeps no history"
                            + " and shows no dashboard.");
        } finally {
            stop.ended();
        }
    }

    /** Ends it as SIGTERM does, for programs that run it within themselves. */
    public void stop() {
        stop.ask();
    }

    private static final Pattern PASSWORD = Pattern.compile("^[a-z:]+//[^/@]*:[^/@]+@|[?&]password=");

    /** Every user of a machine can read the arguments of every program on it. */
    private void warnOfPassword() {
        if (spec.commandLine().getParseResult().hasMatchedOption("--store")
                && PASSWORD.matcher(store).find()) {
            errors().line("mulligan: warning: --store holds a password, which every user of this machine can see in the"
                    + " list of programs. Put the address into MULLIGAN_STORE, or leave the password out of it and name a"
                    + " file that has it in PGPASSFILE.");
        }
    }

    private int serve(GatewayOptions options, GatewayListener recorder, Optional<EventStore> history)
            throws IOException, InterruptedException {
        try (EventTicker ticker = EventTicker.of(screen(), quiet || "-".equals(accessLog))) {
            if (accessLog == null) {
                return serve(options.listener(recorder.and(ticker)), history, ticker);
            }
            try (Writer to = open(accessLog);
                    AccessLog log = new AccessLog(to)) {
                return serve(options.listener(recorder.and(log).and(ticker)), history, ticker);
            }
        }
    }

    private int serve(GatewayOptions options, Optional<EventStore> history, EventTicker ticker)
            throws InterruptedException {
        // The program ends when requests have ended and everything is written.
        stop.listen();
        if (history.isEmpty()) {
            try (Gateway gateway = start(() -> Gateway.start(options))) {
                awaitStop(gateway.port(), Optional.empty(), ticker);
            }
        } else {
            EngineSetup setup = EngineSetup.embedded(
                            history.get(), Path.of(".mulligan").toAbsolutePath(), config(), environment())
                    .slots(slots);
            try (LateEngine engine = LateEngine.start(setup);
                    Server server = start(() -> Server.start(
                            options,
                            history.get(),
                            settings().actions(new DashboardRunActions(engine::engine, history.get()))))) {
                // Where tokens are asked for, everybody has one; otherwise this shows who started the server.
                boolean open = !options.access().tokenNeeded();
                awaitStop(server.port(), open ? Optional.of(server.loginPath()) : Optional.empty(), ticker);
            }
        }
        return ExitCode.OK;
    }

    private ServerSettings settings() {
        ServerSettings standard = ServerSettings.standard();
        return standard.alerts(config().alertWebhook(), standard.alerts().pause())
                .runFolder(Path.of(".mulligan", "runs").toAbsolutePath())
                .auditLog(auditLog());
    }

    private static Path auditLog() {
        try {
            return StateFolder.make(Path.of("")).resolve("audit.jsonl");
        } catch (IOException e) {
            throw new UserError(
                    "the state folder " + StateFolder.root() + " cannot be used: " + e.getMessage(),
                    "Make it yours, or set XDG_STATE_HOME to a folder of your own.");
        }
    }

    private void awaitStop(int actualPort, Optional<String> login, EventTicker ticker) throws InterruptedException {
        String url = listenFlags.url(tokenFlags.isTls(), actualPort);
        screen().line("mulligan: listening on " + url);
        if (!quiet) {
            login.ifPresent(path -> screen().line("mulligan: dashboard with your login (good once): " + url + path));
            screen().line("mulligan: Claude Code: ANTHROPIC_BASE_URL=" + url
                    + " claude; for any client: mulligan claude, codex, gemini, opencode, wrap -- COMMAND");
        }
        screen().flush();
        ticker.start();
        stop.await();
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
            FileChannel channel = FileChannel.open(
                    Path.of(file),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return Channels.newWriter(channel, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new UserError(
                    "--access-log: cannot write " + file + ": its folder does not exist",
                    "Make the folder, or choose another file.");
        } catch (IOException e) {
            throw new UserError("--access-log: cannot write " + file + ": " + e.getMessage(), "Choose another file.");
        }
    }
}
