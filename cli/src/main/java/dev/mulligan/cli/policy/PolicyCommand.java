package dev.mulligan.cli.policy;

import dev.mulligan.cli.support.CommandGroup;

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
public final class PolicyCommand extends CommandGroup {}
