package dev.mulligan.cli.support;

import picocli.CommandLine.Option;

/** {@code --help}, which every command has. */
public final class HelpFlag {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    boolean help;
}
