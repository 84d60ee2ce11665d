package dev.mulligan.cli.report;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.StorePlace;
import dev.mulligan.record.advice.Advice;
import dev.mulligan.store.adapt.Adviser;
import dev.mulligan.text.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan recommend}: what to try next at a stage. */
@picocli.CommandLine.Command(
        name = "recommend",
        description = "Advises what to try next at a stage that failed.",
        footer = {
            "",
            "Examples:",
            "  mulligan recommend test --explain",
            "  mulligan recommend implement --attempt 2 --json",
            "",
            "Exit code 0 whatever is advised: it is advice."
        })
public final class RecommendCommand extends Command {

    @Parameters(paramLabel = "STAGE", description = "A stage or step type.")
    @SuppressWarnings("NullAway.Init")
    String stage;

    @Option(
            names = "--attempt",
            paramLabel = "N",
            description = "How many attempts have failed in this run; default 1.")
    int attempt = 1;

    @Option(names = "--signature", paramLabel = "TEXT", description = "The failure's signature, if known.")
    String signature = "";

    @Option(names = "--explain", description = "Show the numbers.")
    boolean explain;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Mixin
    StorePlace place = new StorePlace();

    @Override
    public Integer call() throws IOException {
        Screen errors = errors();
        java.util.function.Consumer<String> warn = warning -> errors.line(errors.yellow("mulligan: " + warning));
        Advice advice = place.exists(environment())
                ? place.with(
                        errors,
                        environment(),
                        store -> new Adviser(Path.of(""), Optional.of(store), warn).advise(stage, attempt, signature))
                : new Adviser(Path.of(""), Optional.empty(), warn).advise(stage, attempt, signature);
        show(advice);
        return ExitCode.OK;
    }

    private void show(Advice advice) {
        Screen screen = screen();
        if (json) {
            screen.line(Json.write(Json.object(
                    "stage",
                    stage,
                    "strategy",
                    advice.strategy(),
                    "attempt",
                    advice.attempt(),
                    "failureRate",
                    advice.failureRate(),
                    "samples",
                    advice.samples(),
                    "why",
                    advice.why(),
                    "options",
                    advice.options().stream()
                            .map(option -> Json.object(
                                    "strategy",
                                    option.strategy(),
                                    "tries",
                                    option.score().tries(),
                                    "successes",
                                    option.score().successes(),
                                    "atLeast",
                                    option.atLeast(),
                                    "promoted",
                                    option.promoted()))
                            .toList())));
            return;
        }
        screen.line(screen.bold(advice.strategy()) + "  " + advice.why());
        if (explain) {
            screen.line(screen.dim("  " + Screen.pad("strategy", 20) + Screen.pad("worked", 12) + "at least (95 %)"));
            advice.options()
                    .forEach(option -> screen.line("  " + Screen.pad(option.strategy(), 20)
                            + Screen.pad(
                                    option.score().successes() + " of "
                                            + option.score().tries(),
                                    12)
                            + (option.promoted() ? ReportScreen.percent(option.atLeast()) : "too few to say")));
        }
    }
}
