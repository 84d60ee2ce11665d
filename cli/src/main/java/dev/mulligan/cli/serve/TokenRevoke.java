package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.server.access.TokenStore;
import java.io.IOException;
import java.time.Instant;
import picocli.CommandLine.Parameters;

/** {@code mulligan token revoke NAME}. */
@picocli.CommandLine.Command(
        name = "revoke",
        description = "Ends a token at once, and with it every login made with it; running servers notice.")
final class TokenRevoke extends Command {

    @Parameters(paramLabel = "NAME", description = "As mulligan token list shows it.")
    @SuppressWarnings("NullAway.Init")
    String name;

    @Override
    public Integer call() {
        TokenPlace.trusted(file -> {
            try {
                new TokenStore(file).revoke(name, Instant.now());
                return file;
            } catch (IOException e) {
                throw new UserError(file + " cannot be written: " + e.getMessage(), "Make its folder yours.");
            }
        });
        screen().line("revoked: " + name);
        return ExitCode.OK;
    }
}
