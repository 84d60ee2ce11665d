package dev.mulligan.gateway.access;

import dev.mulligan.attempt.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Looks at the tokens that callers show, and slows down whoever guesses. */
public final class TokenVerifier {

    /** What a token is worth. */
    public sealed interface Verdict {}

    /** A good one. */
    public record Known(Caller caller) implements Verdict {}

    /** Unknown, expired or revoked. */
    public record Wrong() implements Verdict {}

    /** There were too many wrong ones from this address: this one was not looked at. */
    public record Wait(Duration atLeast) implements Verdict {

        /** For the header {@code retry-after}. */
        public String seconds() {
            return String.valueOf(Math.max(1, atLeast.plusMillis(999).toSeconds()));
        }
    }

    private static final int MOST_REMEMBERED = 10_000;

    private final TokenCheck tokens;
    private final WrongTokens wrong;
    /** Tokens that were good from an address before somebody guessed there: a load balancer's other clients go on. */
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();

    public TokenVerifier(TokenCheck tokens, Time time) {
        this.tokens = tokens;
        this.wrong = new WrongTokens(time);
    }

    /** {@code address}: where the request comes from. */
    public Verdict verify(String token, String address) {
        Optional<Caller> found = token.isBlank() ? Optional.empty() : tokens.find(token);
        Optional<String> known = found.map(caller -> address + " " + caller.tokenHash());
        Duration wait = wrong.waitFor(address);
        if (wait.isPositive() && known.filter(accepted::contains).isEmpty()) {
            wrong.ignored(address);
            return new Wait(wait);
        }
        if (found.isEmpty()) {
            wrong.count(address);
            return new Wrong();
        }
        if (accepted.size() >= MOST_REMEMBERED) {
            accepted.clear();
        }
        accepted.add(known.get());
        return new Known(found.get());
    }

    public boolean isStillGood(Caller caller) {
        return tokens.isStillGood(caller);
    }
}
