package dev.mulligan.gateway.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiConsumer;

/** Cuts a stream of server-sent events into events, wherever the network cut it. Keeps no more than one event. */
public final class SseScanner {

    private static final int LONGEST_EVENT = 4 << 20;

    private final BiConsumer<String, byte[]> events;
    private byte[] line = new byte[512];
    private int lineLength;
    private byte[] data = new byte[512];
    private int dataLength;
    private boolean hasData;
    private String name = "";
    private boolean afterReturn;

    /**
     * Starts before the first byte.
     *
     * @param events hears the name, empty when there is none, and the data of every event
     */
    public SseScanner(BiConsumer<String, byte[]> events) {
        this.events = events;
    }

    public void feed(byte[] chunk) {
        int from = 0;
        for (int i = 0; i < chunk.length; i++) {
            byte b = chunk[i];
            if (b != '\n' && b != '\r') {
                afterReturn = false;
                continue;
            }
            if (b == '\n' && afterReturn) {
                afterReturn = false;
                from = i + 1;
                continue;
            }
            afterReturn = b == '\r';
            keepLine(chunk, from, i);
            from = i + 1;
            endOfLine();
        }
        keepLine(chunk, from, chunk.length);
    }

    /** The stream is over; what stands there without a closing blank line still counts. */
    public void end() {
        if (lineLength > 0) {
            endOfLine();
        }
        dispatch();
    }

    private void keepLine(byte[] chunk, int from, int to) {
        line = append(line, lineLength, chunk, from, to);
        lineLength = Math.min(lineLength + to - from, LONGEST_EVENT);
    }

    private static byte[] append(byte[] into, int length, byte[] from, int start, int end) {
        int more = Math.min(end - start, LONGEST_EVENT - length);
        if (more <= 0) {
            return into;
        }
        byte[] room = length + more <= into.length ? into : Arrays.copyOf(into, Math.max(length + more, length * 2));
        System.arraycopy(from, start, room, length, more);
        return room;
    }

    private void endOfLine() {
        if (lineLength == 0) {
            dispatch();
            return;
        }
        if (startsWith("data:")) {
            int from = 5 < lineLength && line[5] == ' ' ? 6 : 5;
            if (hasData) {
                data = append(data, dataLength, new byte[] {'\n'}, 0, 1);
                dataLength = Math.min(dataLength + 1, LONGEST_EVENT);
            }
            data = append(data, dataLength, line, from, lineLength);
            dataLength = Math.min(dataLength + lineLength - from, LONGEST_EVENT);
            hasData = true;
        } else if (startsWith("event:")) {
            name = new String(line, 6, lineLength - 6, StandardCharsets.UTF_8).strip();
        }
        lineLength = 0;
    }

    private boolean startsWith(String field) {
        if (lineLength < field.length()) {
            return false;
        }
        for (int i = 0; i < field.length(); i++) {
            if (line[i] != field.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void dispatch() {
        if (hasData || !name.isEmpty()) {
            events.accept(name, Arrays.copyOf(data, dataLength));
        }
        name = "";
        dataLength = 0;
        hasData = false;
    }
}
