package dev.mulligan.agent.process;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Keeps the first and the last part of a stream, however long it is. */
public final class HeadAndTail {

    private final int headSize;
    private final int tailSize;
    private byte[] tail = {};
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private long tailSeen;

    /** A quarter of the bytes is head, the rest is tail. */
    public HeadAndTail(int mostBytes) {
        this.headSize = mostBytes / 4;
        this.tailSize = mostBytes - headSize;
    }

    public synchronized void add(byte[] bytes, int length) {
        int toHead = Math.min(length, headSize - head.size());
        head.write(bytes, 0, toHead);
        grow(tailSeen + length - toHead);
        for (int i = toHead; i < length; i++) {
            tail[(int) (tailSeen++ % tailSize)] = bytes[i];
        }
    }

    /** Most streams are short: room is made when it is needed, up to the whole ring. */
    private void grow(long needed) {
        int wanted = (int) Math.min(needed, tailSize);
        if (wanted > tail.length) {
            tail = Arrays.copyOf(tail, (int) Math.min(tailSize, Math.max(wanted, 2L * tail.length)));
        }
    }

    public synchronized String text() {
        if (tailSeen == 0) {
            return head.toString(StandardCharsets.UTF_8);
        }
        int kept = (int) Math.min(tailSeen, tailSize);
        byte[] last = new byte[kept];
        for (int i = 0; i < kept; i++) {
            last[i] = tail[(int) ((tailSeen - kept + i) % tailSize)];
        }
        long lost = tailSeen - kept;
        if (lost > 0) {
            return head.toString(StandardCharsets.UTF_8) + "\n… " + lost + " bytes left out …\n"
                    + new String(last, StandardCharsets.UTF_8);
        }
        // Joined as bytes: a character may stand across the seam.
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head.toByteArray());
        all.writeBytes(last);
        return all.toString(StandardCharsets.UTF_8);
    }
}
