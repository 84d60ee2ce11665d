package dev.mulligan.cli.client;

import dev.mulligan.cli.client.Client.Launch;
import dev.mulligan.cli.client.Client.Surroundings;
import dev.mulligan.cli.serve.GatewayFlags;
import dev.mulligan.cli.serve.RescueCount;
import dev.mulligan.cli.serve.StoreRecorder;
import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.Programs;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.StoreAddress;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.gateway.Gateway;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.server.GatewayRecorder;
import dev.mulligan.workspace.state.StateFolder;
import dev.mulligan.workspace.state.UserHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan wrap}: one command behind a gateway for as long as it runs. */
@picocli.CommandLine.Command(
        name = "wrap",
        description = "Runs any command behind a gateway that ends with it, and tells what was rescued.",
        footer = {
            "",
            "A gateway that runs already (mulligan serve on 127.0.0.1:7171, or --gateway) is used. Name an upstream, a policy",
            "or a store here, and one is started for this command. Nothing is written to the client's settings.",
            "",
            "Examples:",
            "  mulligan wrap -- aider --model sonnet",
            "  mulligan wrap --policy unattended -- claude -p 'fix the tests'",
            "  mulligan claude                              short for: mulligan wrap -- claude",
            "",
            "The exit code is the command's own; 127 when it is not installed."
        })
public final class WrapCommand extends Command {

    private static final String USUAL = "http://127.0.0.1:7171";
    private static final int NOT_FOUND = 127;

    @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The command and its arguments, after --.")
    List<String> command = new ArrayList<>();

    @Option(
            names = "--gateway",
            paramLabel = "URL",
            description = "Use the gateway that listens here. Default: " + USUAL + ", if one does.")
    @Nullable
    String gateway;

    @Option(
            names = "--store",
            paramLabel = "WHERE",
            description = "Keep every request here, or none. Default: " + StoreAddress.DEFAULT + ".")
    String store = "";

    @Option(names = "--quiet", description = "Do not tell at the end what was rescued.")
    boolean quiet;

    @Mixin
    GatewayFlags gatewayFlags = new GatewayFlags();

    /** As typed by a person who names only the client. */
    static WrapCommand of(CommandSpec spec, String program, List<String> arguments) {
        WrapCommand wrap = new WrapCommand();
        wrap.spec = spec;
        wrap.command.add(program);
        wrap.command.addAll(arguments);
        return wrap;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String program = command.getFirst();
        if (Programs.find(program, environment()).isEmpty()) {
            errors().line("mulligan: " + Programs.missing(program));
            errors().line("  " + Programs.advice(program));
            return NOT_FOUND;
        }
        Client client = Client.of(program);
        Surroundings around = new Surroundings(
                command.subList(1, command.size()),
                environment(),
                UserHome.path(),
                Path.of("").toAbsolutePath());
        Optional<String> uncovered = client.uncovered(around);
        if (uncovered.isPresent()) {
            say(uncovered.get() + "; it runs without Mulligan");
            return run(new Launch(around.arguments(), Map.of()));
        }
        Map<String, String> addresses = new HashMap<>(client.addresses(around));
        if (gateway != null) {
            return through(named(GatewayAddress.of(gateway)), client, around);
        }
        addresses.values().removeIf(USUAL::equals);
        boolean ownIsNeeded = !addresses.isEmpty() || !optionsForOwnGateway().isEmpty();
        Optional<RunningGateway> running = ownIsNeeded ? Optional.empty() : RunningGateway.at(USUAL);
        return running.isPresent() ? through(running.get(), client, around) : throughOwn(addresses, client, around);
    }

    /** Whoever names a gateway gets that one, whatever address the client had before. */
    private RunningGateway named(String address) {
        List<String> forOwn = optionsForOwnGateway();
        if (!forOwn.isEmpty()) {
            throw new UserError(
                    String.join(", ", forOwn) + " cannot change a gateway that runs already",
                    "Leave --gateway out: then one is started for this command. Or give it to mulligan serve.");
        }
        return RunningGateway.at(address)
                .orElseThrow(() -> new UserError(
                        "no gateway of Mulligan answers at " + address,
                        "Start it with mulligan serve, or leave --gateway out: then one is started for this command."));
    }

    /** What was named that only a gateway of this command's own can follow. */
    private List<String> optionsForOwnGateway() {
        return spec.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !List.of("--quiet", "--gateway").contains(name))
                .toList();
    }

    private int through(RunningGateway running, Client client, Surroundings around)
            throws IOException, InterruptedException {
        int exit = run(client.launch(around, running.url()));
        running.since()
                .ifPresent(totals -> say("while it ran, the gateway at " + running.url() + " had "
                        + Screen.counted(totals.requests(), "request") + " and rescued " + totals.recovered()));
        return exit;
    }

    private int throughOwn(Map<String, String> addresses, Client client, Surroundings around)
            throws IOException, InterruptedException {
        keepLogOffTheTerminal();
        addresses.forEach(gatewayFlags::upstreamUnlessNamed);
        GatewayOptions options = gatewayFlags.options(config(), environment()).listeningOn("127.0.0.1", 0);
        GatewayOptions held = client.isUnattended(around) ? options.turnBuffering(true) : options;
        RescueCount count = new RescueCount();
        Optional<GatewayRecorder> recorder = recorder();
        try {
            GatewayOptions heard = recorder.map(to ->
                            held.listener(count.and(to)).sharing(to.store().notes(to.name())))
                    .orElseGet(() -> held.listener(count));
            int exit;
            // Closed before it is counted: the last request may end after its client.
            try (Gateway started = Gateway.start(heard)) {
                exit = run(client.launch(around, "http://127.0.0.1:" + started.port()));
            }
            say(
                    count.requests() == 0
                            ? "no request of it went through the gateway; does it use another provider or address?"
                            : count.sentence());
            return exit;
        } finally {
            recorder.ifPresent(GatewayRecorder::close);
        }
    }

    /** Without a place for a store the command still runs. */
    private Optional<GatewayRecorder> recorder() {
        if (store.equals("none")) {
            return Optional.empty();
        }
        try {
            return Optional.of(StoreRecorder.open(store, environment(), line -> errors().line("mulligan: " + line)));
        } catch (UserError e) {
            if (!store.isEmpty()) {
                throw e;
            }
            say(e.getMessage() + "; nothing of this run is recorded");
            return Optional.empty();
        }
    }

    private int run(Launch launch) throws IOException, InterruptedException {
        List<String> whole = new ArrayList<>();
        whole.add(command.getFirst());
        whole.addAll(launch.arguments());
        // What the launcher set for Java is not the client's.
        List<String> ours =
                environment().containsKey("MULLIGAN_SET_LC_ALL") ? List.of("MULLIGAN_SET_LC_ALL", "LC_ALL") : List.of();
        return ClientProcess.run(whole, launch.variables(), ours);
    }

    /** The client owns the screen: what goes wrong inside is written to a file. */
    private static void keepLogOffTheTerminal() {
        try {
            System.setProperty(
                    "org.slf4j.simpleLogger.logFile",
                    StateFolder.make(Path.of("")).resolve("wrap.log").toString());
        } catch (IOException e) {
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
        }
    }

    private void say(String text) {
        if (!quiet) {
            errors().line("mulligan: " + text);
            errors().flush();
        }
    }
}
