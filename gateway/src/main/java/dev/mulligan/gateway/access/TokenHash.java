package dev.mulligan.gateway.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Tokens are random, shown once, and kept as their hash: so much chance needs no salt. */
public final class TokenHash {

    /** Tells scanners for secrets, and people, what it is. */
    private static final String PREFIX = "mulligan_";

    private static final int BYTES = 32;

    private TokenHash() {}

    /** A token that nobody can guess. */
    public static String freshToken() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return PREFIX + HexFormat.of().formatHex(bytes);
    }

    public static String of(String token) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Takes the same time whatever is given. */
    public static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
