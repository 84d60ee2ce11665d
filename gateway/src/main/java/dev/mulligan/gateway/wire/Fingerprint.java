package dev.mulligan.gateway.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;

/** A fast 64-bit hash of bytes. Recognises repetitions; protects nothing. */
public final class Fingerprint {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private static final int STEP = 4 * Long.BYTES;

    private Fingerprint() {}

    public static long of(byte[] bytes, int from, int to, long seed) {
        long hash = seed ^ ((to - from) * PRIME);
        int at = from;
        if (to - from >= 4 * STEP) {
            // Four at a time, each on its own: a multiplication need not wait for the one before.
            long a = hash;
            long b = mix(hash ^ 1);
            long c = mix(hash ^ 2);
            long d = mix(hash ^ 3);
            for (; at + STEP <= to; at += STEP) {
                a = mix(a ^ (long) EIGHT.get(bytes, at));
                b = mix(b ^ (long) EIGHT.get(bytes, at + Long.BYTES));
                c = mix(c ^ (long) EIGHT.get(bytes, at + 2 * Long.BYTES));
                d = mix(d ^ (long) EIGHT.get(bytes, at + 3 * Long.BYTES));
            }
            hash = mix(mix(mix(a) ^ b) ^ c) ^ mix(d);
        }
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            hash = mix(hash ^ (long) EIGHT.get(bytes, at));
        }
        for (; at < to; at++) {
            hash = mix(hash ^ bytes[at]);
        }
        return hash;
    }

    public static long of(String text) {
        long hash = PRIME;
        for (int i = 0; i < text.length(); i++) {
            hash = mix(hash ^ text.charAt(i));
        }
        return hash;
    }

    /** What stands for the account of this key, with or without the scheme before it. */
    public static String ofAccount(String header) {
        return hex(of(
                header.regionMatches(true, 0, "Bearer ", 0, 7)
                        ? header.substring(7).strip()
                        : header));
    }

    public static String hex(long value) {
        return HexFormat.of().toHexDigits(value);
    }

    private static long mix(long value) {
        long mixed = value * PRIME;
        return mixed ^ (mixed >>> 32);
    }
}
