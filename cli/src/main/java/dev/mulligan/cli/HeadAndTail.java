package dev.mulligan.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Keeps the first and the last megabytes of a stream, however long it is. */
final class HeadAndTail {

    private static final int HEAD = 2 * 1024 * 1024;
    private static final int TAIL = 6 * 1024 * 1024;

    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private final byte[] tail = new byte[TAIL];
    private long tailSeen;

    void add(byte[] bytes, int length) {
        int toHead = Math.min(length, HEAD - head.size());
        head.write(bytes, 0, toHead);
        for (int i = toHead; i < length; i++) {
            tail[(int) (tailSeen++ % TAIL)] = bytes[i];
        }
    }

    String text() {
        String first = head.toString(StandardCharsets.UTF_8);
        if (tailSeen == 0) {
            return first;
        }
        int kept = (int) Math.min(tailSeen, TAIL);
        byte[] last = new byte[kept];
        for (int i = 0; i < kept; i++) {
            last[i] = tail[(int) ((tailSeen - kept + i) % TAIL)];
        }
        String gap = tailSeen > TAIL ? "\n… " + (tailSeen - TAIL) + " bytes left out …\n" : "";
        return first + gap + new String(last, StandardCharsets.UTF_8);
    }
}
