package dev.mulligan.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Secrets that are shown once and kept as a hash. */
public final class Tokens {

    /** In front of a hash where a token is expected: what is kept is not what is sent. */
    public static final String HASHED = "sha256:";

    private static final int BYTES = 32;

    private Tokens() {}

    public static String fresh() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    public static String hash(String token) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** {@code known}: the token itself, or its hash. Takes the same time whatever is given. */
    static boolean matches(String known, String given) {
        String expected = known.startsWith(HASHED) ? known.substring(HASHED.length()) : hash(known);
        return MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.UTF_8), hash(given).getBytes(StandardCharsets.UTF_8));
    }
}
