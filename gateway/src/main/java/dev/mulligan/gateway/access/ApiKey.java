package dev.mulligan.gateway.access;

/** A provider's key. Never printed: what shows it must ask for it by name. */
public final class ApiKey {

    private final String secret;

    public ApiKey(String secret) {
        if (secret.isBlank()) {
            throw new IllegalArgumentException("a key is empty");
        }
        this.secret = secret.strip();
    }

    public String secret() {
        return secret;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ApiKey that && secret.equals(that.secret);
    }

    @Override
    public int hashCode() {
        return secret.hashCode();
    }

    @Override
    public String toString() {
        return "key-" + TokenHash.of(secret).substring(0, 8);
    }
}
