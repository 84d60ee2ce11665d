package dev.mulligan.cli.practice;

import dev.mulligan.cli.support.Command;
import dev.mulligan.simulator.agent.AgentCall;
import dev.mulligan.simulator.agent.AgentScript;
import dev.mulligan.simulator.agent.AgentScriptReader;
import dev.mulligan.simulator.agent.AgentSimulator;
import dev.mulligan.simulator.agent.AgentSpeech;
import dev.mulligan.simulator.agent.RealBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan simulate agent}: a coding agent without a model. */
@picocli.CommandLine.Command(
        name = "agent",
        description = "Behaves like a coding agent on a script: edits, fails, lies, stalls, crashes.",
        footer = {
            "",
            "Reads the prompt on standard input. A script is a YAML list, one turn for one start:",
            "  - {end: error, error: 'API Error: 529 Overloaded'}",
            "  - {end: lie}",
            "  - {write: {src/a.txt: 'fixed'}, say: 'Fixed.'}",
            "",
            "Exit: what the turn says; 70 when the script has no turn left. See docs/simulator.md for every field."
        })
final class SimulateAgent extends Command {

    @Option(names = "--script", paramLabel = "FILE", required = true, description = "What it does when.")
    @SuppressWarnings("NullAway.Init")
    Path script;

    @Option(
            names = "--as",
            paramLabel = "KIND",
            defaultValue = "command",
            description = "Report like claude, codex, gemini, or a plain command (the default).")
    @SuppressWarnings("NullAway.Init")
    AgentSpeech as;

    @Parameters(
            arity = "0..*",
            paramLabel = "ARGUMENT",
            description = "After --: the arguments the real agent would get; only a conversation to resume matters.")
    List<String> arguments = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        AgentScript turns = AgentScriptReader.read(script);
        String prompt = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        return new AgentSimulator(turns, System.out, System.err, new RealBody())
                .run(new AgentCall(as, prompt, resumed(), Path.of("").toAbsolutePath()));
    }

    /** {@code --resume ID}, or {@code resume ID} as Codex has it. */
    private Optional<String> resumed() {
        for (int i = 0; i + 1 < arguments.size(); i++) {
            if (arguments.get(i).equals("--resume") || arguments.get(i).equals("resume")) {
                return Optional.of(arguments.get(i + 1));
            }
        }
        return Optional.empty();
    }
}
