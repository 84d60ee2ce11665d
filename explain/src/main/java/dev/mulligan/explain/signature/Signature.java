package dev.mulligan.explain.signature;

import dev.mulligan.explain.output.Finding;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Identity of a set of findings: sorted, so order is free; repeated findings count, so a second place is another failure. */
public final class Signature {
    private static final int HEX = 16;

    private Signature() {}

    public static String of(List<Finding> findings) {
        List<String> keys = findings.stream().map(Signature::key).sorted().toList();
        return prefix(findings) + "-" + findings.size() + "-" + hash(String.join("\u0000", keys));
    }

    /** Not the tool: one runner's reports can look like another's. */
    private static String prefix(List<Finding> findings) {
        return findings.stream().anyMatch(f -> f.error().test().isPresent()) ? "test" : "error";
    }

    static String key(Finding f) {
        return Masks.apply(f.subject()) + "\u0001" + Masks.apply(f.core());
    }

    static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HEX);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
