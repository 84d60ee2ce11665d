package dev.mulligan.cli.practice;

import dev.mulligan.cli.run.RunScreen;
import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.config.Config;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.orchestrator.run.EngineSetup;
import dev.mulligan.orchestrator.run.RunOrder;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.server.GatewayRecorder;
import dev.mulligan.server.Server;
import dev.mulligan.server.ServerSettings;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.workspace.state.StateFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code mulligan demo}. */
@picocli.CommandLine.Command(
        name = "demo",
        description = "A real bug is mended through failures of every layer, on this machine, with no key.",
        footer = {
            "",
            "It makes a scratch repository, a simulated provider that fails, and the gateway in front of it, then runs a",
            "plan: a rate limit, an error inside a stream, a diff that fits nowhere, red tests, repairs that do not help,",
            "and candidates of which one passes.",
            "",
            "Examples:",
            "  mulligan demo",
            "  mulligan demo --no-serve --keep /tmp/demo",
            "",
            "Exit codes: 0 the bug is mended, 1 it is not."
        })
public final class DemoCommand extends Command {

    @Option(names = "--no-serve", description = "End when the plan is done; do not keep the dashboard open.")
    boolean noServe;

    @Option(names = "--keep", paramLabel = "DIR", description = "Keep the scratch project here.")
    @Nullable
    Path keep;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Where gateway and dashboard listen; default: a free port.")
    int port;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = keep == null ? Files.createTempDirectory("mulligan-demo") : keep.toAbsolutePath();
        if (keep != null && Files.exists(folder.resolve("cart.sh"))) {
            throw new UserError(folder + " holds a demo already", "Name another folder, or remove it.");
        }
        try {
            return run(folder);
        } finally {
            if (keep == null) {
                remove(StateFolder.of(folder));
                remove(folder);
            }
        }
    }

    private int run(Path folder) throws IOException, InterruptedException {
        DemoProject.create(folder);
        Path home = folder.resolve(".mulligan");
        Files.createDirectories(home);
        Screen screen = screen();
        StoreAddress address = StoreAddress.of(null, home, Map.of());
        screen.line(screen.dim("a scratch repository with a bug: " + folder));
        Script faults = Script.of(
                new Fault.Status(429, Map.of("retry-after", "1")),
                new Fault.ErrorEvent(Fault.Where.FIRST, "overloaded_error"));
        try (ProviderSimulator provider = ProviderSimulator.start(faults, new DemoModel());
                EventStore store = address.open(screen::line);
                GatewayRecorder recorder = new GatewayRecorder(address.open(screen::line), Instant.now());
                Server server = listening(() -> Server.start(
                        GatewayOptions.standard()
                                .listeningOn("127.0.0.1", port)
                                .upstream("anthropic", URI.create(provider.url()))
                                .listener(recorder),
                        store,
                        ServerSettings.standard().runFolder(home.resolve("runs"))))) {
            String url = "http://127.0.0.1:" + server.port();
            screen.line(screen.dim("a provider that fails: " + provider.url() + ", gateway and dashboard: " + url));
            screen.line();
            CompletableFuture<RunFinished> end = new CompletableFuture<>();
            RunFinished finished = plan(folder, home, url, store, screen, end);
            screen.line();
            long failed = provider.requests().size() - answered(provider);
            screen.line("The provider failed " + failed + " of "
                    + provider.requests().size()
                    + " calls. The gateway waited and called again, so the agent never saw it.");
            String checked =
                    "The agent's first answers were wrong. Each was checked by running the tests, and only the one that"
                            + " passed was taken";
            if (noServe && keep == null) {
                // The folder goes with this command: nobody could look there.
                screen.line(checked + ". To look at it and at every fact about it, add --keep DIR.");
            } else {
                screen.line(checked + ": it is in " + folder.resolve("cart.sh")
                        + (keep == null ? " until this ends" : "") + ".");
                screen.line("Every fact about it is in " + home.resolve("runs") + ".");
            }
            screen.line();
            screen.line(
                    "Next: mulligan claude (your own agent behind the gateway), mulligan drill -- COMMAND (how much your"
                            + " agent survives), mulligan run plan.yaml (your own plan).");
            if (!noServe) {
                screen.line("Look at it: " + url + "  (Ctrl-C ends it)");
                screen.flush();
                new CompletableFuture<Void>().join();
            }
            return finished.success() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private static Server listening(Supplier<Server> starting) {
        try {
            return starting.get();
        } catch (IllegalStateException e) {
            throw new UserError(
                    String.valueOf(e.getMessage()),
                    "Choose another port with --port N, or leave it out for a free one.");
        }
    }

    private static long answered(ProviderSimulator provider) {
        return provider.requests().stream()
                .filter(request ->
                        request.fault().equals("None") || request.fault().equals("ok"))
                .count();
    }

    private RunFinished plan(
            Path folder, Path home, String url, EventStore store, Screen screen, CompletableFuture<RunFinished> end)
            throws InterruptedException {
        Map<String, String> environment = new TreeMap<>(environment());
        environment.put("ANTHROPIC_API_KEY", "demo");
        try (RunScreen shown = new RunScreen(screen, false);
                Engine engine = Engine.start(EngineSetup.embedded(store, home, Config.EMPTY, environment)
                        .listener(shown)
                        .listener(recorded -> ended(recorded, end)))) {
            String runId =
                    engine.start(new RunOrder("plan.yaml", DemoProject.plan(url), folder, List.of(), List.of(), false));
            RunFinished finished = end.get(5, TimeUnit.MINUTES);
            engine.catchUp(runId).ifPresent(screen::line);
            return finished;
        } catch (ExecutionException | TimeoutException e) {
            throw new UserError(
                    "the demo did not come to its end: " + e, "Please report it with the trace below " + home);
        }
    }

    private static void ended(Recorded recorded, CompletableFuture<RunFinished> end) {
        if (recorded.event() instanceof RunFinished finished) {
            end.complete(finished);
        }
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
