package dev.mulligan.workspace.git;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Puts small objects into a git object folder the way git itself does, without starting it. */
final class LooseObjects {
    private final Path folder;
    private final String algorithm;

    /** @param digits of an object's name: 40 or 64 */
    LooseObjects(Path folder, int digits) {
        this.folder = folder;
        this.algorithm = digits == 40 ? "SHA-1" : "SHA-256";
    }

    /** The name it has or would have. */
    String name(String type, byte[] content) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            digest.update(header(type, content));
            return HexFormat.of().formatHex(digest.digest(content));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has " + algorithm, impossible);
        }
    }

    private static byte[] header(String type, byte[] content) {
        return (type + " " + content.length + "\0").getBytes(StandardCharsets.US_ASCII);
    }

    String write(String type, byte[] content) throws IOException {
        String name = name(type, content);
        Path home = folder.resolve(name.substring(0, 2));
        Path file = home.resolve(name.substring(2));
        if (Files.exists(file)) {
            return name;
        }
        Files.createDirectories(home);
        // Git clears away files of this name that a crash leaves behind.
        Path half = Files.createTempFile(home, "tmp_obj_", "");
        Deflater fast = new Deflater(Deflater.BEST_SPEED);
        try (OutputStream out = new DeflaterOutputStream(Files.newOutputStream(half), fast)) {
            out.write(header(type, content));
            out.write(content);
        } finally {
            fast.end();
        }
        if (!half.toFile().setReadOnly()) {
            throw new IOException(half + " cannot be made read-only");
        }
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
        return name;
    }
}
