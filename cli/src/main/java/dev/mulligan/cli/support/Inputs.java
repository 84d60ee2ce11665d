package dev.mulligan.cli.support;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads what a command is given: a file, or {@code -} for standard input. Bounded, and forgiving about encoding. */
public final class Inputs {

    private static final int MOST_BYTES = 256 * 1024 * 1024;

    private Inputs() {}

    public static String text(String file) throws IOException {
        try (InputStream in = open(file)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] buffer = new byte[65536];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                bytes.write(buffer, 0, n);
                if (bytes.size() > MOST_BYTES) {
                    throw new UserError(
                            name(file) + " is larger than " + MOST_BYTES / 1024 / 1024 + " MB",
                            "Give the part that matters.");
                }
            }
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }

    public static BufferedReader lines(String file) throws IOException {
        return new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8), 65536);
    }

    private static InputStream open(String file) throws IOException {
        if (file.equals("-")) {
            return System.in;
        }
        Path path = Path.of(file);
        if (Files.isDirectory(path)) {
            throw new UserError(file + " is a folder", "Name a file, or - for standard input.");
        }
        if (!Files.exists(path)) {
            throw new UserError("there is no file " + file, "Name a file that exists, or - for standard input.");
        }
        return Files.newInputStream(path);
    }

    public static String name(String file) {
        return file.equals("-") ? "standard input" : file;
    }
}
