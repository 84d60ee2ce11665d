package dev.mulligan.gateway.access;

import java.util.Optional;

/** Knows whose a token is. Called on event loops: it must be quick. */
public interface TokenCheck {

    /** No token is good. */
    TokenCheck NONE = new TokenCheck() {
        @Override
        public Optional<Caller> find(String token) {
            return Optional.empty();
        }

        @Override
        public boolean isStillGood(Caller caller) {
            return false;
        }
    };

    /** Empty for tokens that are unknown, expired or revoked. */
    Optional<Caller> find(String token);

    /** Whether the token this caller came in with is neither expired nor revoked by now. */
    boolean isStillGood(Caller caller);

    /** One token for everything, good for ever. An empty one is never good. */
    static TokenCheck one(String name, String token) {
        Caller holder = new Caller(name, Role.ADMIN, TokenHash.of(token));
        return new TokenCheck() {
            @Override
            public Optional<Caller> find(String given) {
                boolean same = TokenHash.same(holder.tokenHash(), TokenHash.of(given));
                return same && !given.isBlank() ? Optional.of(holder) : Optional.empty();
            }

            @Override
            public boolean isStillGood(Caller caller) {
                return TokenHash.same(holder.tokenHash(), caller.tokenHash());
            }
        };
    }

    default TokenCheck or(TokenCheck other) {
        TokenCheck first = this;
        return new TokenCheck() {
            @Override
            public Optional<Caller> find(String token) {
                return first.find(token).or(() -> other.find(token));
            }

            @Override
            public boolean isStillGood(Caller caller) {
                return first.isStillGood(caller) || other.isStillGood(caller);
            }
        };
    }
}
