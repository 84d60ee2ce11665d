package dev.mulligan.cli.support;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that only holds others: called alone, it shows them. */
public abstract class CommandGroup implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    boolean help;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
