package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.server.access.NamedToken;
import dev.mulligan.server.access.TokenStore;
import dev.mulligan.text.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code mulligan token list}. */
@picocli.CommandLine.Command(name = "list", description = "Shows the tokens, without the tokens themselves.")
final class TokenList extends Command {

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Override
    public Integer call() {
        Instant now = Instant.now();
        List<NamedToken> tokens = TokenPlace.trusted(file -> new TokenStore(file).list());
        if (json) {
            screen().line(Json.write(Json.object(
                    "tokens", tokens.stream().map(token -> token.shown(now)).toList())));
        } else if (tokens.isEmpty()) {
            screen().line("no tokens; make one with: mulligan token create NAME --role viewer");
        } else {
            row("NAME", "ROLE", "MADE", "ENDS", "STATE");
            tokens.forEach(token -> row(
                    token.name(),
                    token.role().wireName(),
                    day(Optional.of(token.createdAt())),
                    day(token.expiresAt()),
                    token.state(now)));
        }
        return ExitCode.OK;
    }

    private static String day(Optional<Instant> at) {
        return at.map(instant -> instant.toString().substring(0, 10)).orElse("never");
    }

    private void row(String name, String role, String made, String ends, String state) {
        screen().line(Screen.pad(name, 20)
                + Screen.pad(role, 10)
                + Screen.pad(made, 12)
                + Screen.pad(ends, 12)
                + state);
    }
}
