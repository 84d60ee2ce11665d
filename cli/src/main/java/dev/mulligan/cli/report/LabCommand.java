package dev.mulligan.cli.report;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mulligan lab}: what another policy would do. */
@picocli.CommandLine.Command(
        name = "lab",
        description = "Compares policies on recorded or made-up failures.",
        subcommands = {LabReplay.class, LabSimulate.class},
        footer = {
            "",
            "Examples:",
            "  mulligan lab replay --policy patient --policy candidate.yaml",
            "  mulligan lab simulate --faults overloaded=0.3,rate_limit=0.1 --persistence 0.8 --policy default"
        })
public final class LabCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    public CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    public boolean help;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
