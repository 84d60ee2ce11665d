package dev.mulligan.cli.report;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.record.advice.AdaptConfig;
import dev.mulligan.store.adapt.ConfigFile;
import dev.mulligan.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan retry-config}: how advice for failing stages is given. */
@picocli.CommandLine.Command(
        name = "retry-config",
        description = "Shows or changes how strategies are advised for stages that fail.",
        footer = {
            "",
            "Examples:",
            "  mulligan retry-config",
            "  mulligan retry-config set windowSize 20",
            "  mulligan retry-config set strategies.test add-context,incremental",
            "  mulligan retry-config reset",
            "",
            "Kept in .mulligan/retry-config.json; .claude/retry-config.json is read where that is absent."
        })
public final class RetryConfigCommand extends Command {

    private static final Set<String> PIPELINE = Set.of("alex", "cass", "nigel", "codey-plan", "codey-implement");

    @Parameters(
            arity = "0..3",
            paramLabel = "set KEY VALUE | reset",
            description = "What to change; nothing shows all.")
    List<String> words = List.of();

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Override
    public Integer call() throws IOException {
        Screen errors = errors();
        ConfigFile file = new ConfigFile(Path.of(""), warning -> errors.line(errors.yellow("mulligan: " + warning)));
        AdaptConfig config = switch (words) {
            case List<String> none when none.isEmpty() -> file.load();
            case List<String> reset when reset.equals(List.of("reset")) -> file.reset();
            case List<String> set
            when set.size() == 3 && set.getFirst().equals("set") -> file.set(set.get(1), set.get(2));
            default ->
                throw new UserError(
                        "'" + String.join(" ", words) + "' is not understood",
                        "Write: retry-config, retry-config set KEY VALUE, or retry-config reset.");
        };
        Screen screen = screen();
        if (json) {
            screen.line(Json.write(ConfigFile.json(config)));
            return ExitCode.OK;
        }
        screen.line("  " + Screen.pad("maxRetries", 24) + config.maxRetries());
        screen.line("  " + Screen.pad("windowSize", 24) + config.windowSize());
        screen.line("  " + Screen.pad("highFailureThreshold", 24) + config.highFailureThreshold());
        screen.line("  " + Screen.pad("minimumSamples", 24) + config.minimumSamples());
        screen.line("  " + Screen.pad("never", 24) + String.join(", ", config.never()));
        screen.line("  " + Screen.pad("cascade.enabled", 24) + config.cascade().enabled());
        screen.line(
                "  " + Screen.pad("cascade.threshold", 24) + config.cascade().threshold());
        screen.line(
                "  " + Screen.pad("cascade.windowSize", 24) + config.cascade().windowSize());
        boolean hasPipeline = Files.exists(Path.of(".claude", "pipeline-history.json"))
                || Files.exists(Path.of(".claude", "retry-config.json"));
        for (Map.Entry<String, List<String>> stage : new TreeMap<>(config.strategies()).entrySet()) {
            if (!hasPipeline && isShippedForPipeline(stage)) {
                continue;
            }
            screen.line("  " + Screen.pad("strategies." + stage.getKey(), 28) + String.join(" → ", stage.getValue()));
        }
        return ExitCode.OK;
    }

    /** Stages of a pipeline whose history is read from {@code .claude}: they mean nothing to a project without it. */
    private static boolean isShippedForPipeline(Map.Entry<String, List<String>> stage) {
        return PIPELINE.contains(stage.getKey())
                && stage.getValue().equals(AdaptConfig.standard().strategies().get(stage.getKey()));
    }
}
