package dev.mulligan.provider;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Cuts a stream of server-sent events into events, wherever the network cut it. An event that lies in one piece of the
 * stream is handed on where it lies; only what is cut is copied, and never more than one event of 4 MB.
 */
public final class SseReader {

    /** Hears every event. */
    @FunctionalInterface
    public interface Listener {
        /**
         * One event.
         *
         * @param name empty when it has none
         * @param bytes hold its data between {@code from} and {@code to}; only to be read during the call
         */
        void event(String name, byte[] bytes, int from, int to);
    }

    private static final int LONGEST_EVENT = 4 << 20;
    private static final byte[] DATA = Bytes.of("data:");
    private static final byte[] EVENT = Bytes.of("event:");
    private static final byte[] NEW_LINE = {'\n'};
    private static final byte[] NOTHING = {};

    private final Listener listener;
    /** The beginning of a line whose end has not come yet. */
    private byte[] line = NOTHING;

    private int lineLength;
    /** The data of the event so far: a part of the present piece while that suffices, else a copy. */
    private byte[] data = NOTHING;

    private int dataFrom;
    private int dataTo;
    private boolean ownsData;
    private boolean hasData;
    private byte[] nameBytes = NOTHING;
    private String lastName = "";
    private String name = "";
    private boolean afterReturn;
    private int position;
    private boolean begun;

    public SseReader(Listener listener) {
        this.listener = listener;
    }

    public void feed(byte[] piece) {
        feed(piece, 0, piece.length);
    }

    /** The next bytes of the stream. They may be used again when this returns. */
    public void feed(byte[] piece, int start, int end) {
        int from = start;
        for (int i = Bytes.lineEnd(piece, start, end); i < end; i = Bytes.lineEnd(piece, i + 1, end)) {
            byte b = piece[i];
            boolean second = b == '\n' && afterReturn && i == from;
            afterReturn = b == '\r';
            position = i + 1 - start;
            if (!second) {
                line(piece, from, i);
            }
            from = i + 1;
        }
        if (from < end) {
            afterReturn = false;
            keepLine(piece, from, end);
        }
        keepData();
    }

    /** Asked by a listener: how many bytes of the present piece belong to this event and those before it. */
    public int position() {
        return position;
    }

    /** The stream is over; what stands there without a closing blank line still counts. */
    public void end() {
        if (lineLength > 0) {
            line(NOTHING, 0, 0);
        }
        dispatch();
    }

    private void keepLine(byte[] piece, int from, int to) {
        line = append(line, lineLength, piece, from, to);
        lineLength = Math.min(lineLength + to - from, LONGEST_EVENT);
    }

    /** A line that ends here: what was kept of it, and this. */
    private void line(byte[] piece, int from, int to) {
        if (lineLength == 0) {
            read(piece, from, to);
            return;
        }
        keepLine(piece, from, to);
        byte[] whole = line;
        int length = lineLength;
        lineLength = 0;
        read(whole, 0, length);
        // The line's room is used again, so data that lies in it must not stay there.
        keepData();
    }

    private void read(byte[] bytes, int start, int to) {
        int from = start;
        if (!begun && to > from) {
            begun = true;
            boolean mark = to - from >= 3
                    && bytes[from] == (byte) 0xEF
                    && bytes[from + 1] == (byte) 0xBB
                    && bytes[from + 2] == (byte) 0xBF;
            from += mark ? 3 : 0;
        }
        if (from == to) {
            dispatch();
        } else if (Bytes.startsWith(bytes, from, to, DATA)) {
            int at = from + DATA.length;
            addData(bytes, at < to && bytes[at] == ' ' ? at + 1 : at, to);
        } else if (Bytes.startsWith(bytes, from, to, EVENT)) {
            name = name(bytes, from + EVENT.length, to);
        }
    }

    private void addData(byte[] bytes, int from, int to) {
        if (!hasData) {
            hasData = true;
            ownsData = false;
            data = bytes;
            dataFrom = from;
            dataTo = Math.min(to, from + LONGEST_EVENT);
            return;
        }
        keepData();
        appendData(NEW_LINE, 0, 1);
        appendData(bytes, from, to);
    }

    private void appendData(byte[] bytes, int from, int to) {
        data = append(data, dataTo, bytes, from, to);
        dataTo = Math.min(dataTo + to - from, LONGEST_EVENT);
    }

    /** The bytes it lies in are about to be used for something else. */
    private void keepData() {
        if (hasData && !ownsData) {
            data = Arrays.copyOfRange(data, dataFrom, dataTo);
            dataTo -= dataFrom;
            dataFrom = 0;
            ownsData = true;
        }
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

    /** Names repeat: most of the time the last one is meant. */
    private String name(byte[] bytes, int start, int end) {
        int from = start;
        int to = end;
        while (from < to && bytes[from] == ' ') {
            from++;
        }
        while (to > from && bytes[to - 1] == ' ') {
            to--;
        }
        if (!Bytes.equal(bytes, from, to, nameBytes)) {
            nameBytes = Arrays.copyOfRange(bytes, from, to);
            lastName = new String(nameBytes, StandardCharsets.UTF_8);
        }
        return lastName;
    }

    private void dispatch() {
        if (hasData) {
            listener.event(name, data, dataFrom, dataTo);
        } else if (!name.isEmpty()) {
            listener.event(name, NOTHING, 0, 0);
        }
        name = "";
        hasData = false;
        ownsData = false;
        data = NOTHING;
        dataFrom = 0;
        dataTo = 0;
    }
}
