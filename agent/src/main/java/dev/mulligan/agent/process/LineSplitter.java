package dev.mulligan.agent.process;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Cuts bytes into lines of text. A line that is too long is passed on in pieces. */
public final class LineSplitter {

    private static final int LONGEST = 8 * 1024 * 1024;

    private final Consumer<String> sink;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    public LineSplitter(Consumer<String> sink) {
        this.sink = sink;
    }

    public void add(byte[] bytes, int length) {
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
                line.write(bytes, from, i - from);
                emit();
                from = i + 1;
            }
        }
        line.write(bytes, from, length - from);
        if (line.size() > LONGEST) {
            emit();
        }
    }

    public void end() {
        if (line.size() > 0) {
            emit();
        }
    }

    private void emit() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        sink.accept(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }
}
