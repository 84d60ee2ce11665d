package dev.mulligan.cli.support;

import dev.mulligan.config.Config;
import dev.mulligan.config.ConfigFiles;
import dev.mulligan.config.ProjectFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command has: a screen, the configuration, and {@code --help}. */
public abstract class Command implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    protected CommandSpec spec;

    @Mixin
    HelpFlag help = new HelpFlag();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Read this file instead of the nearest mulligan.yaml.")
    @SuppressWarnings("NullAway.Init")
    Path configFile;

    private @Nullable Config config;

    public Screen screen() {
        return Screen.of(spec.commandLine().getOut(), environment());
    }

    public Screen errors() {
        return Screen.of(spec.commandLine().getErr(), environment());
    }

    public Map<String, String> environment() {
        return System.getenv();
    }

    /** A file named on the command line is the user's word for it; one that is found needs {@code mulligan trust}. */
    public Config config() {
        Config known = config;
        if (known == null) {
            known = configFile == null
                    ? ConfigFiles.load(Path.of(""), environment(), this::isTrusted)
                    : ConfigFiles.load(configFile, environment());
            known = known.plusRules(LearnedRules.all());
            config = known;
        }
        return known;
    }

    private boolean isTrusted(ProjectFile file) {
        boolean trusted = Trust.covers(file);
        if (!trusted) {
            Screen errors = errors();
            errors.line(errors.yellow("mulligan: " + file.file() + " is not trusted, so this part of it is ignored: "
                    + String.join(", ", file.guarded().keySet()) + ". To use it: mulligan trust "
                    + Trust.folder(file.file())));
        }
        return trusted;
    }
}
