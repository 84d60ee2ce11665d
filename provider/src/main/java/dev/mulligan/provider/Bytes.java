package dev.mulligan.provider;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Looks for plain text in bytes that are not worth decoding. */
public final class Bytes {

    private Bytes() {}

    static byte[] of(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    public static boolean contains(byte[] bytes, int from, int to, byte[] wanted) {
        int last = to - wanted.length;
        byte first = wanted[0];
        for (int at = from; at <= last; at++) {
            if (bytes[at] == first && startsWith(bytes, at, to, wanted)) {
                return true;
            }
        }
        return false;
    }

    static boolean startsWith(byte[] bytes, int from, int to, byte[] wanted) {
        return to - from >= wanted.length && Arrays.equals(bytes, from, from + wanted.length, wanted, 0, wanted.length);
    }

    static boolean equal(byte[] bytes, int from, int to, byte[] wanted) {
        return Arrays.equals(bytes, from, to, wanted, 0, wanted.length);
    }
}
