package dev.mulligan.cli;

/** {@code mulligan policy}: see, check and try policies. */
@picocli.CommandLine.Command(
        name = "policy",
        description = "Shows, checks and simulates retry policies.",
        subcommands = {PolicyShow.class, PolicyLintCommand.class, PolicyTemplatesCommand.class, PolicySimulate.class},
        footer = {
            "",
            "Examples:",
            "  mulligan policy show --stage run_tests    the effective policy, and where each value comes from",
            "  mulligan policy lint                      what is written and never fires",
            "  mulligan policy simulate patient          the delay table"
        })
final class PolicyCommand extends CommandGroup {}
