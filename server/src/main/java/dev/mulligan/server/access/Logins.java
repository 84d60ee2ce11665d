package dev.mulligan.server.access;

import dev.mulligan.attempt.Time;
import dev.mulligan.gateway.access.Caller;
import dev.mulligan.gateway.access.TokenHash;
import dev.mulligan.gateway.access.TokenVerifier;
import dev.mulligan.server.http.Visitor;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Browsers that are logged in, and links that log one in. Both are kept as hashes, and end by themselves. */
final class Logins {

    static final Duration LASTS = Duration.ofHours(12);

    private static final int MOST = 1_000;

    /** {@code token} is empty for a login by a link. */
    private record Login(Visitor visitor, Optional<Caller> token, Instant until) {}

    private final TokenVerifier tokens;
    private final Time time;
    private final Map<String, Login> logins = bounded();
    private final Map<String, Instant> links = bounded();

    Logins(TokenVerifier tokens, Time time) {
        this.tokens = tokens;
        this.time = time;
    }

    private static <V> Map<String, V> bounded() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > MOST;
            }
        };
    }

    /** What the cookie holds. */
    synchronized String begin(Visitor visitor, Optional<Caller> token) {
        String secret = TokenHash.freshToken();
        logins.put(TokenHash.of(secret), new Login(visitor, token, time.now().plus(LASTS)));
        return secret;
    }

    /** Empty when it has ended, or when its token is expired or revoked. */
    Optional<Visitor> find(String cookie) {
        return good(TokenHash.of(cookie)).map(Login::visitor);
    }

    /** Whether it goes on; for streams that outlast a login. */
    BooleanSupplier watch(String cookie) {
        String hash = TokenHash.of(cookie);
        return () -> good(hash).isPresent();
    }

    private synchronized Optional<Login> good(String hash) {
        Login login = logins.get(hash);
        if (login == null) {
            return Optional.empty();
        }
        if (time.now().isBefore(login.until())
                && login.token().map(tokens::isStillGood).orElse(true)) {
            return Optional.of(login);
        }
        logins.remove(hash);
        return Optional.empty();
    }

    synchronized void end(String cookie) {
        logins.remove(TokenHash.of(cookie));
    }

    /** A code that logs one browser in, once. */
    synchronized String freshLink() {
        String code = TokenHash.freshToken();
        links.put(TokenHash.of(code), time.now().plus(LASTS));
        return code;
    }

    /** Whether it was good; it is not any more. */
    synchronized boolean redeem(String code) {
        Instant until = links.remove(TokenHash.of(code));
        return until != null && time.now().isBefore(until);
    }
}
