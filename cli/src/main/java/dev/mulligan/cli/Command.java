package dev.mulligan.cli;

import dev.mulligan.config.Config;
import dev.mulligan.config.ConfigFiles;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command has: a screen, the configuration, and {@code --help}. */
abstract class Command implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    boolean help;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Read this file instead of the nearest mulligan.yaml.")
    @SuppressWarnings("NullAway.Init")
    Path configFile;

    Screen screen() {
        return Screen.of(spec.commandLine().getOut(), environment());
    }

    Screen errors() {
        return Screen.of(spec.commandLine().getErr(), environment());
    }

    Map<String, String> environment() {
        return System.getenv();
    }

    Config config() {
        return configFile == null ? ConfigFiles.load(Path.of(""), environment()) : ConfigFiles.load(configFile);
    }
}
