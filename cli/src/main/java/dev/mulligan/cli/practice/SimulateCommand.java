package dev.mulligan.cli.practice;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.CommandGroup;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.simulator.FileEditReplies;
import dev.mulligan.simulator.ProviderSimulator;
import dev.mulligan.simulator.script.Fault;
import dev.mulligan.simulator.script.Script;
import dev.mulligan.simulator.script.ScriptReader;
import dev.mulligan.simulator.wire.Replies;
import dev.mulligan.simulator.wire.SimulatedReply;
import dev.mulligan.text.Yaml;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Option;

/** {@code mulligan simulate}: failures on request. */
@picocli.CommandLine.Command(
        name = "simulate",
        description = "Simulates a provider, or an agent, that fails as told.",
        subcommands = {SimulateCommand.Provider.class, SimulateAgent.class},
        footer = {
            "",
            "Examples:",
            "  mulligan simulate provider --port 7272 --faults 30%% --seed 7",
            "  mulligan simulate agent --script agent.yaml --as claude < prompt.txt"
        })
public final class SimulateCommand extends CommandGroup {

    /** A real HTTP server on loopback. */
    @picocli.CommandLine.Command(
            name = "provider",
            description =
                    "Starts an HTTP server that speaks the wires of Anthropic, OpenAI and Gemini and fails as told.",
            footer = {
                "",
                "A script is a YAML list, one entry for one or more requests; after it the provider is healthy:",
                "  - {fault: status, code: 529, times: 2}",
                "  - {fault: error-event, where: after-start}",
                "  - {fault: status, code: 429, headers: {retry-after: 3}, path: /v1/messages}",
                "",
                "Control: GET /__sim/requests, GET /__sim/health, PUT /__sim/script, GET /__sim/reset.",
                "See docs/simulator.md for every fault."
            })
    static final class Provider extends Command {

        @Option(
                names = "--port",
                paramLabel = "N",
                defaultValue = "0",
                description = "Port on loopback; 0 for any free one.")
        int port;

        @Option(names = "--script", paramLabel = "FILE", description = "Which fault comes when.")
        @SuppressWarnings("NullAway.Init")
        Path script;

        @Option(
                names = "--faults",
                paramLabel = "SHARE",
                description = "A share of requests that fail by chance, such as 30%%.")
        @SuppressWarnings("NullAway.Init")
        String faults;

        @Option(
                names = "--seed",
                paramLabel = "N",
                defaultValue = "1",
                description = "The same seed tells the same story.")
        long seed;

        @Option(names = "--reply", paramLabel = "TEXT", description = "What the model says.")
        @SuppressWarnings("NullAway.Init")
        String reply;

        @Option(
                names = "--edit",
                paramLabel = "FILE",
                description = "Make a real client write this file (absolute path).")
        @SuppressWarnings("NullAway.Init")
        Path edit;

        @Override
        public Integer call() throws IOException, InterruptedException {
            try (ProviderSimulator simulator = start()) {
                spec.commandLine().getOut().println("mulligan: simulated provider on " + simulator.url());
                CountDownLatch stopped = new CountDownLatch(1);
                Runtime.getRuntime().addShutdownHook(new Thread(stopped::countDown));
                stopped.await();
            }
            return ExitCode.OK;
        }

        private ProviderSimulator start() throws IOException {
            try {
                return ProviderSimulator.start(port, story(), replies());
            } catch (BindException e) {
                throw new UserError("port " + port + " is in use", "Choose another --port, or 0 for any free one.");
            }
        }

        private Script story() {
            if (script != null) {
                return ScriptReader.read(Yaml.read(script));
            }
            return faults == null ? Script.healthy() : Script.mix(usualFaults(), share(), seed);
        }

        private double share() {
            String text = faults.endsWith("%") ? faults.substring(0, faults.length() - 1) : faults;
            try {
                double number = Double.parseDouble(text);
                return faults.endsWith("%") ? number / 100 : number;
            } catch (NumberFormatException e) {
                throw new UserError(
                        "--faults " + faults + " is not a share", "Write a number from 0 to 1, or a percentage.");
            }
        }

        private Replies replies() {
            if (edit != null) {
                return new FileEditReplies(edit.toAbsolutePath().toString(), reply == null ? "hello" : reply);
            }
            return reply == null ? Replies.ALL_DONE : (wire, body) -> SimulatedReply.text(reply);
        }

        /** What providers really do on a bad day. */
        private static List<Fault> usualFaults() {
            return List.of(
                    new Fault.Status(529, Map.of()),
                    new Fault.Status(500, Map.of()),
                    new Fault.Status(429, Map.of("retry-after", "1")),
                    new Fault.ResetBeforeHeaders(),
                    new Fault.ErrorEvent(Fault.Where.AFTER_START, "overloaded_error"),
                    new Fault.CutStream(Fault.Where.AFTER_START),
                    new Fault.EmptyBody());
        }
    }
}
