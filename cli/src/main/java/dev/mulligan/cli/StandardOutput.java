package dev.mulligan.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Standard output of a command that knows when what it printed got lost: Java's own stream says nothing, and a report on a
 * full disk would look complete.
 */
final class StandardOutput {

    /** What the system says of a reader that has seen enough, such as {@code head}: that is no failure. */
    private static final String READER_IS_GONE = "Broken pipe";

    private final Remembering stream;
    private final PrintWriter writer;

    StandardOutput() {
        this(new FileOutputStream(FileDescriptor.out));
    }

    private StandardOutput(OutputStream out) {
        this.stream = new Remembering(out);
        this.writer =
                new PrintWriter(new OutputStreamWriter(new BufferedOutputStream(stream), StandardCharsets.UTF_8), true);
    }

    PrintWriter writer() {
        return writer;
    }

    /** Writes what is left; why something of it got lost, if it did. */
    Optional<String> finish() {
        writer.flush();
        return stream.failure.filter(reason -> !reason.contains(READER_IS_GONE));
    }

    /** A writer around it swallows what is thrown here. */
    private static final class Remembering extends FilterOutputStream {

        private Optional<String> failure = Optional.empty();

        Remembering(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                failure = failure.or(() -> Optional.of(String.valueOf(e.getMessage())));
                throw e;
            }
        }
    }
}
