package dev.mulligan.cli.run;

import picocli.CommandLine.Option;

/** What a command that carries out a run prints. */
final class RunScreenFlags {

    @Option(names = "--json", description = "Print the result as JSON; progress goes to standard error.")
    boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print only the result.")
    boolean quiet;
}
