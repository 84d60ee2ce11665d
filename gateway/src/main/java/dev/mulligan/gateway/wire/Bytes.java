package dev.mulligan.gateway.wire;

import java.nio.charset.StandardCharsets;

/** Looks for plain text in bytes that are not worth decoding. */
final class Bytes {

    private Bytes() {}

    static boolean contains(byte[] bytes, String text) {
        byte[] wanted = text.getBytes(StandardCharsets.US_ASCII);
        int last = bytes.length - wanted.length;
        for (int at = 0; at <= last; at++) {
            if (bytes[at] == wanted[0] && matches(bytes, at, wanted)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(byte[] bytes, int at, byte[] wanted) {
        for (int i = 1; i < wanted.length; i++) {
            if (bytes[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
