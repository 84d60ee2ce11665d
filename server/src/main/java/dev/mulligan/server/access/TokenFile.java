package dev.mulligan.server.access;

import dev.mulligan.gateway.access.Caller;
import dev.mulligan.gateway.access.Role;
import dev.mulligan.gateway.access.TokenCheck;
import dev.mulligan.gateway.access.TokenHash;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens in a file, as they stand at each look: one that is revoked on the command line is revoked at once. A file that
 * cannot be trusted any more lets nobody in.
 */
public final class TokenFile implements TokenCheck {

    private static final Logger log = LoggerFactory.getLogger(TokenFile.class);

    /** What was read, and what the file looked like then. */
    private record Read(Object stamp, List<NamedToken> tokens) {}

    private final Path file;
    private final InstantSource clock;
    private volatile Read last;

    private TokenFile(Path file, InstantSource clock, Read first) {
        this.file = file;
        this.clock = clock;
        this.last = first;
    }

    /**
     * A file that is not there has no tokens.
     *
     * @throws TokenStore.UntrustedException when it is not the user's own, not private, or not readable
     */
    public static TokenFile open(Path file, InstantSource clock) {
        Object stamp = TokenStore.stamp(file);
        return new TokenFile(file, clock, new Read(stamp, new TokenStore(file).list()));
    }

    /** Whether anybody can come in with one of them. */
    public boolean hasGoodOnes() {
        return now().stream().anyMatch(token -> token.isGood(clock.instant()));
    }

    @Override
    public Optional<Caller> find(String token) {
        String hash = TokenHash.of(token);
        Instant at = clock.instant();
        Optional<Caller> found = Optional.empty();
        for (NamedToken known : now()) {
            // All are compared: how long it takes tells nothing about which one was close.
            if (TokenHash.same(known.hash(), hash) && known.isGood(at)) {
                found = Optional.of(new Caller(known.name(), known.role(), known.hash()));
            }
        }
        return found;
    }

    @Override
    public boolean isStillGood(Caller caller) {
        Instant at = clock.instant();
        return now().stream().anyMatch(known -> TokenHash.same(known.hash(), caller.tokenHash()) && known.isGood(at));
    }

    private List<NamedToken> now() {
        Read before = last;
        Object stamp = TokenStore.stamp(file);
        if (stamp.equals(before.stamp())) {
            return before.tokens();
        }
        Read fresh;
        try {
            fresh = new Read(stamp, new TokenStore(file).list());
        } catch (TokenStore.UntrustedException e) {
            log.error("{}; until then nobody comes in with a token", e.getMessage());
            fresh = new Read(stamp, List.of());
        }
        last = fresh;
        return fresh.tokens();
    }

    /** Makes a token and returns it: this is the only time that it is known. */
    public static String create(Path file, String name, Role role, Instant now, Optional<Instant> until)
            throws IOException {
        String token = TokenHash.freshToken();
        new TokenStore(file).add(new NamedToken(name, role, TokenHash.of(token), now, until, Optional.empty()), now);
        return token;
    }
}
