package dev.mulligan.cli.serve;

import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.gateway.access.Tls;
import dev.mulligan.gateway.access.TokenCheck;
import dev.mulligan.gateway.options.GatewayOptions;
import dev.mulligan.server.access.TokenFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who may use the server, under which names, and over what. */
final class TokenFlags {

    /** The name of the token in {@code MULLIGAN_TOKEN}, as the audit log has it. */
    private static final String ENVIRONMENT = "environment";

    private static final Path OLD_HASH = Path.of(".mulligan", "token.sha256");

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "One more token, with the role admin. Better in MULLIGAN_TOKEN, which nobody sees.")
    @Nullable
    String token;

    @Option(names = "--require-token", description = "Ask for a token on loopback, too: behind a reverse proxy.")
    boolean requireToken;

    @Option(names = "--new-token", hidden = true)
    boolean newToken;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "A name under which the server is reached beside localhost and addresses; repeatable.")
    List<String> hosts = new ArrayList<>();

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "Serve over TLS with this certificate chain (PEM).")
    @Nullable
    Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Its private key (PEM, without a password).")
    @Nullable
    Path key;

    GatewayOptions apply(GatewayOptions open, ListenFlags listen, Map<String, String> environment, Screen screen) {
        if (newToken) {
            throw new UserError("--new-token is gone", "Make a token with: mulligan token create NAME --role admin");
        }
        if (Files.exists(OLD_HASH)) {
            screen.line("mulligan: " + OLD_HASH + " is not read any more; make a token with mulligan token create NAME"
                    + " --role admin, then delete that file");
        }
        Optional<String> given = Optional.ofNullable(token)
                .or(() -> Optional.ofNullable(environment.get("MULLIGAN_TOKEN")))
                .filter(text -> !text.isBlank());
        TokenFile file = TokenPlace.open();
        boolean needed = given.isPresent() || requireToken || !listen.isLoopback();
        if (needed && given.isEmpty() && !file.hasGoodOnes()) {
            throw new UserError(
                    requireToken
                            ? "--require-token asks for a token, and no token is set"
                            : "--bind " + listen.bind + " can be reached from other machines, and no token is set",
                    "Make one with mulligan token create NAME --role admin, set MULLIGAN_TOKEN, or bind to 127.0.0.1.");
        }
        TokenCheck known =
                given.map(text -> TokenCheck.one(ENVIRONMENT, text).or(file)).orElse(file);
        GatewayOptions guarded = open.tokens(needed, known)
                .hosts(hosts.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet()));
        return tls().map(guarded::tls).orElse(guarded);
    }

    boolean isTls() {
        return certificate != null;
    }

    private Optional<Tls> tls() {
        if (certificate == null && key == null) {
            return Optional.empty();
        }
        if (certificate == null || key == null) {
            throw new UserError(
                    "TLS needs both --tls-cert and --tls-key",
                    "Give the " + (key == null ? "key with --tls-key." : "certificate with --tls-cert."));
        }
        try {
            return Optional.of(Tls.load(certificate, key));
        } catch (IllegalArgumentException e) {
            throw new UserError("TLS: " + e.getMessage(), "Give a certificate chain and its key as PEM files.");
        }
    }
}
