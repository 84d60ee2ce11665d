package dev.mulligan.provider;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Looks for plain text in bytes that are not worth decoding. */
public final class Bytes {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private Bytes() {}

    /** Where the next line feed or carriage return is, or {@code to}. Eight bytes at a time: lines are long. */
    static int lineEnd(byte[] bytes, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long eight = (long) EIGHT.get(bytes, at);
            long found = marks(eight, '\n') | marks(eight, '\r');
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        while (at < to && bytes[at] != '\n' && bytes[at] != '\r') {
            at++;
        }
        return at;
    }

    /** The high bit of the lowest byte that is this character; bytes above it may be marked by mistake. */
    static long marks(long eight, char wanted) {
        long zeroWhereEqual = eight ^ (ONES * wanted);
        return (zeroWhereEqual - ONES) & ~zeroWhereEqual & HIGHS;
    }

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
