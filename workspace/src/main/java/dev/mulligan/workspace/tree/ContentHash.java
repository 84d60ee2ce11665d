package dev.mulligan.workspace.tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Content by its hash, made the way git names blobs so that checkpoints and files compare directly. */
public record ContentHash(Algorithm algorithm, String hex) {
    /** The two hashes git repositories use. */
    public enum Algorithm {
        SHA1("SHA-1"),
        SHA256("SHA-256");

        private final String javaName;

        Algorithm(String javaName) {
            this.javaName = javaName;
        }

        /** The algorithm of a hash of this many hex digits. */
        public static Algorithm ofDigits(int digits) {
            return digits == 40 ? SHA1 : SHA256;
        }

        private MessageDigest digest() {
            try {
                return MessageDigest.getInstance(javaName);
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("every Java platform has " + javaName, impossible);
            }
        }
    }

    public static ContentHash of(Algorithm algorithm, byte[] content) {
        MessageDigest digest = started(algorithm, content.length);
        return new ContentHash(algorithm, HexFormat.of().formatHex(digest.digest(content)));
    }

    static ContentHash of(Algorithm algorithm, InputStream content, long length) throws IOException {
        MessageDigest digest = started(algorithm, length);
        byte[] buffer = new byte[1 << 16];
        for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
            digest.update(buffer, 0, read);
        }
        return new ContentHash(algorithm, HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest started(Algorithm algorithm, long length) {
        MessageDigest digest = algorithm.digest();
        digest.update(("blob " + length + "\0").getBytes(StandardCharsets.UTF_8));
        return digest;
    }
}
