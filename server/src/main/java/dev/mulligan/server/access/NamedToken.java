package dev.mulligan.server.access;

import dev.mulligan.gateway.access.Role;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * A token as it is kept.
 *
 * @param expiresAt empty for one that does not end by itself
 */
public record NamedToken(
        String name,
        Role role,
        String hash,
        Instant createdAt,
        Optional<Instant> expiresAt,
        Optional<Instant> revokedAt) {

    private static final int HASH_LENGTH = 64;

    public boolean isGood(Instant at) {
        return revokedAt.isEmpty() && expiresAt.map(at::isBefore).orElse(true);
    }

    /** For people: {@code good}, {@code expired} or {@code revoked}. */
    public String state(Instant at) {
        return revokedAt.isPresent() ? "revoked" : isGood(at) ? "good" : "expired";
    }

    NamedToken revoked(Instant at) {
        return new NamedToken(name, role, hash, createdAt, expiresAt, Optional.of(at));
    }

    /** Without the hash. */
    public JsonObject shown(Instant at) {
        return Json.object(
                "name",
                name,
                "role",
                role.wireName(),
                "createdAt",
                createdAt,
                "expiresAt",
                expiresAt,
                "revokedAt",
                revokedAt,
                "state",
                state(at));
    }

    JsonObject kept() {
        return Json.object(
                "name",
                name,
                "role",
                role.wireName(),
                "hash",
                hash,
                "createdAt",
                createdAt,
                "expiresAt",
                expiresAt,
                "revokedAt",
                revokedAt);
    }

    static NamedToken parse(JsonObject kept) {
        String name = kept.text("name", "");
        Role role = Role.ofWireName(kept.text("role", ""))
                .orElseThrow(() -> new IllegalArgumentException("the token '" + name + "' has no role"));
        String hash = kept.text("hash", "");
        if (name.isEmpty() || hash.length() != HASH_LENGTH) {
            throw new IllegalArgumentException("the token '" + name + "' has no hash");
        }
        try {
            return new NamedToken(
                    name,
                    role,
                    hash,
                    Instant.parse(kept.text("createdAt", "")),
                    kept.text("expiresAt").map(Instant::parse),
                    kept.text("revokedAt").map(Instant::parse));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("the token '" + name + "' has a time that is none", e);
        }
    }
}
