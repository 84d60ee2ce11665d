package dev.mulligan.cli.support;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only holds others: called alone, it shows them. */
public abstract class CommandGroup implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Mixin
    HelpFlag help = new HelpFlag();

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
