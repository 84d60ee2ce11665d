package dev.mulligan.gateway;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A fast 64-bit hash of bytes. Recognises repetitions; protects nothing. */
final class Fingerprint {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private Fingerprint() {}

    static long of(byte[] bytes, int from, int to, long seed) {
        long hash = seed ^ ((to - from) * PRIME);
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            hash = mix(hash ^ (long) EIGHT.get(bytes, at));
        }
        for (; at < to; at++) {
            hash = mix(hash ^ bytes[at]);
        }
        return hash;
    }

    static long of(String text) {
        long hash = PRIME;
        for (int i = 0; i < text.length(); i++) {
            hash = mix(hash ^ text.charAt(i));
        }
        return hash;
    }

    private static long mix(long value) {
        long mixed = value * PRIME;
        return mixed ^ (mixed >>> 32);
    }
}
