package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.CommandGroup;

/** {@code mulligan token}: who may use a server. */
@picocli.CommandLine.Command(
        name = "token",
        description = "Makes, lists and revokes the tokens that mulligan serve asks for.",
        subcommands = {TokenCreate.class, TokenList.class, TokenRevoke.class},
        footer = {
            "",
            "Examples:",
            "  mulligan token create anna --role operator",
            "  mulligan token create ci --role viewer --expires 30d",
            "  mulligan token list",
            "  mulligan token revoke anna",
            "",
            "Roles: viewer looks, operator also retries, escalates, cancels and answers, admin also changes policies."
        })
public final class TokenCommand extends CommandGroup {}
