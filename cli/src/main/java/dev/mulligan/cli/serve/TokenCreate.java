package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.gateway.access.Role;
import dev.mulligan.server.access.TokenFile;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan token create NAME --role ROLE}. */
@picocli.CommandLine.Command(name = "create", description = "Makes a token and shows it, once.")
final class TokenCreate extends Command {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");
    /** In the audit log these mean somebody without a token of this file. */
    private static final Set<String> TAKEN = Set.of("loopback", "environment", "nobody");

    private static final Pattern LENGTH = Pattern.compile("([1-9][0-9]{0,4})([dhm])");

    @Parameters(paramLabel = "NAME", description = "Who or what it is for; it stands in the audit log.")
    @SuppressWarnings("NullAway.Init")
    String name;

    @Option(names = "--role", required = true, paramLabel = "ROLE", description = "viewer, operator or admin.")
    @SuppressWarnings("NullAway.Init")
    String role;

    @Option(names = "--expires", paramLabel = "WHEN", description = "After 30d, 12h, 45m, or never. Default: 90d.")
    String expires = "90d";

    @Override
    public Integer call() throws IOException {
        if (!NAME.matcher(name).matches() || TAKEN.contains(name)) {
            throw new UserError(
                    "'" + name + "' cannot be the name of a token",
                    "Use up to 40 letters, digits, dots, dashes and underscores; loopback, environment and nobody are"
                            + " taken.");
        }
        Role allowed = Role.ofWireName(role)
                .orElseThrow(() -> new UserError(
                        "--role: there is no role '" + role + "'",
                        "Write one of "
                                + Arrays.stream(Role.values())
                                        .map(Role::wireName)
                                        .collect(Collectors.joining(", "))
                                + "."));
        Instant now = Instant.now();
        Optional<Instant> until = until(now);
        String token = TokenPlace.trusted(file -> {
            try {
                return TokenFile.create(file, name, allowed, now, until);
            } catch (IOException e) {
                throw new UserError(file + " cannot be written: " + e.getMessage(), "Make its folder yours.");
            }
        });
        screen().line(token);
        errors().line("mulligan: this is the token '" + name + "' (" + allowed.wireName() + ", "
                + until.map(at -> "until " + at.toString().substring(0, 10)).orElse("without an end")
                + "); it is not shown again");
        return ExitCode.OK;
    }

    private Optional<Instant> until(Instant now) {
        if (expires.equals("never")) {
            return Optional.empty();
        }
        var length = LENGTH.matcher(expires);
        if (!length.matches()) {
            throw new UserError(
                    "--expires: '" + expires + "' is not a length of time", "Write 30d, 12h, 45m or never.");
        }
        long number = Long.parseLong(length.group(1));
        return Optional.of(now.plus(
                switch (length.group(2)) {
                    case "d" -> Duration.ofDays(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofMinutes(number);
                }));
    }
}
