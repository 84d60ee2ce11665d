package dev.mulligan.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Output of two writers: each line goes out in one piece. Counts those of the one that writes in pieces. */
final class WholeLines extends OutputStream {

    private final OutputStream out;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int written;

    WholeLines(OutputStream out) {
        this.out = out;
    }

    @Override
    public synchronized void write(int b) throws IOException {
        line.write(b);
        if (b == '\n') {
            line.writeTo(out);
            line.reset();
            out.flush();
            written++;
            notifyAll();
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        for (int i = from; i < from + length; i++) {
            write(bytes[i]);
        }
    }

    /** A line of ours, between those of the other. */
    synchronized void say(String text) throws IOException {
        out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Waits until the other has written so many lines, but not for long. */
    synchronized void await(int lines, long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = millis; written < lines && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }
}
