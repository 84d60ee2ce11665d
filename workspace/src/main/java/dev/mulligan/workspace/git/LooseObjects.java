package dev.mulligan.workspace.git;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Puts small objects into a git object folder the way git itself does, without starting it. */
public final class LooseObjects {
    private static final int LARGEST_READ = 16 << 20;

    private final Path folder;
    private final String algorithm;

    /** @param digits of an object's name: 40 or 64 */
    public LooseObjects(Path folder, int digits) {
        this.folder = folder;
        this.algorithm = digits == 40 ? "SHA-1" : "SHA-256";
    }

    /** The name it has or would have. */
    public String name(String type, byte[] content) {
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

    /** The content of a small object that lies by itself; empty when it is packed, large or not there. */
    Optional<byte[]> read(String name) throws IOException {
        Path file = folder.resolve(name.substring(0, 2)).resolve(name.substring(2));
        try (InputStream in = new InflaterInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            byte[] all = in.readNBytes(LARGEST_READ);
            int zero = 0;
            while (zero < all.length && all[zero] != 0) {
                zero++;
            }
            return all.length == LARGEST_READ
                    ? Optional.empty()
                    : Optional.of(Arrays.copyOfRange(all, Math.min(all.length, zero + 1), all.length));
        } catch (NoSuchFileException packed) {
            return Optional.empty();
        }
    }

    public String write(String type, byte[] content) throws IOException {
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
