package dev.mulligan.cli.practice;

import dev.mulligan.cli.client.Client;
import dev.mulligan.gateway.Gateway;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.simulator.FileEditReplies;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.workspace.state.UserHome;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * Runs one command against one script of faults, alone or through a gateway, each time in a new folder. The simulated
 * model asks for a file; clients whose tools it does not know only get an answer.
 */
final class Drill {

    private static final String FILE = "drill.txt";
    private static final Map<String, String> KEYS = Map.of(
            "ANTHROPIC_API_KEY", "sk-ant-drill",
            "OPENAI_API_KEY", "sk-drill",
            "GEMINI_API_KEY", "drill");

    private final List<String> command;
    private final Map<String, String> environment;
    private final GatewayOptions options;
    private final Duration longest;
    private final Path folder;

    // What a healthy provider leads to; known after the first run
    private boolean writes;
    private long answers = 1;
    private int runs;

    Drill(
            List<String> command,
            Map<String, String> environment,
            GatewayOptions options,
            Duration longest,
            Path folder) {
        this.command = command;
        this.environment = environment;
        this.options = options;
        this.longest = longest;
        this.folder = folder;
    }

    /** Without faults: what the command does when nothing is in its way. */
    DrillResult healthy() throws IOException, InterruptedException {
        DrillResult result = run(Script.healthy(), false, false);
        writes = Files.exists(folder.resolve("run-1").resolve(FILE));
        answers = Math.max(1, result.calls());
        return result;
    }

    DrillResult alone(DrillFault fault) throws IOException, InterruptedException {
        return run(fault.faults(), false, fault.lasts());
    }

    DrillResult throughGateway(DrillFault fault) throws IOException, InterruptedException {
        return run(fault.faults(), true, fault.lasts());
    }

    private DrillResult run(Script faults, boolean gateway, boolean lasts) throws IOException, InterruptedException {
        Path place = Files.createDirectories(folder.resolve("run-" + ++runs));
        try (ProviderSimulator provider = ProviderSimulator.start(
                faults, new FileEditReplies(place.resolve(FILE).toString(), "written by the drill"))) {
            if (!gateway) {
                return run(place, provider.url(), provider, lasts);
            }
            URI upstream = URI.create(provider.url());
            GatewayOptions facing = options.listeningOn("127.0.0.1", 0)
                    .turnBuffering(true)
                    .upstream("anthropic", upstream)
                    .upstream("openai", upstream)
                    .upstream("gemini", upstream);
            try (Gateway started = Gateway.start(facing)) {
                return run(place, "http://127.0.0.1:" + started.port(), provider, lasts);
            }
        }
    }

    private DrillResult run(Path place, String url, ProviderSimulator provider, boolean lasts)
            throws IOException, InterruptedException {
        Client.Launch launch = Client.of(command.getFirst())
                .launch(
                        new Client.Surroundings(
                                command.subList(1, command.size()), environment, UserHome.path(), place),
                        url);
        List<String> whole = new ArrayList<>(List.of(command.getFirst()));
        whole.addAll(launch.arguments());
        ProcessBuilder builder = new ProcessBuilder(whole)
                .directory(place.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(folder.resolve(place.getFileName() + ".out").toFile())
                .redirectError(folder.resolve(place.getFileName() + ".err").toFile());
        // The provider is a simulated one, so any key will do; a real one stays where it is.
        KEYS.forEach(builder.environment()::put);
        builder.environment().putAll(launch.variables());
        long start = System.nanoTime();
        Process process = builder.start();
        boolean ended = process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        long calls = provider.requests().stream()
                .filter(request -> request.target().startsWith("/v1"))
                .count();
        long good = provider.requests().stream()
                .filter(request -> request.fault().startsWith("None"))
                .count();
        boolean done = writes ? Files.exists(place.resolve(FILE)) : good >= answers;
        return new DrillResult(
                ended ? OptionalInt.of(process.exitValue()) : OptionalInt.empty(), millis, calls, done, lasts);
    }
}
