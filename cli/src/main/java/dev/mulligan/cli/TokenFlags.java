package dev.mulligan.cli;

import dev.mulligan.server.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What clients must show: given, in the environment, or made once and kept as its hash. */
final class TokenFlags {

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "Clients must show it; needed beyond loopback. Better in MULLIGAN_TOKEN, which nobody sees.")
    @Nullable
    String token;

    @Option(
            names = "--new-token",
            description = "Make a token, show it once, and keep its hash for later starts beyond loopback.")
    boolean newToken;

    /** Empty when none is asked for, which is for loopback only. */
    Optional<String> find(GatewayFlags gateway, Map<String, String> environment, Screen screen) {
        boolean isLoopback = gateway.isLoopback();
        Optional<String> secret = Optional.ofNullable(token)
                .or(() -> Optional.ofNullable(environment.get("MULLIGAN_TOKEN")))
                .filter(given -> !given.isBlank())
                .or(() -> kept(isLoopback, screen));
        if (secret.isEmpty() && !isLoopback) {
            throw new UserError(
                    "--bind " + gateway.bind + " can be reached from other machines, and no token is set",
                    "Make one with --new-token, set MULLIGAN_TOKEN or --token, or bind to 127.0.0.1.");
        }
        return secret;
    }

    /** The token that was made once: only its hash is on the disk. */
    private Optional<String> kept(boolean isLoopback, Screen screen) {
        Path file = Path.of(".mulligan", "token.sha256");
        try {
            if (newToken) {
                String fresh = Tokens.fresh();
                Files.createDirectories(Path.of(".mulligan"));
                Files.writeString(file, Tokens.HASHED + Tokens.hash(fresh) + "\n");
                screen.line("mulligan: token (shown only now): " + fresh);
            }
            return newToken || (Files.exists(file) && !isLoopback)
                    ? Optional.of(Files.readString(file).strip())
                    : Optional.empty();
        } catch (IOException e) {
            throw new UserError(file + " cannot be used: " + e.getMessage(), "Set MULLIGAN_TOKEN instead.");
        }
    }
}
