package dev.mulligan.event;

import java.util.Arrays;

/** Tokens that give themselves away: a known beginning, then enough characters of the token's alphabet. */
final class SecretShapes {

    private static final int ENOUGH_TO_JUDGE = 256;

    private record Shape(String start, int least) {}

    private static final Shape[] SHAPES = {
        new Shape("sk-", 16),
        new Shape("sk_live_", 8),
        new Shape("sk_test_", 8),
        new Shape("rk_live_", 8),
        new Shape("rk_test_", 8),
        new Shape("pk_live_", 8),
        new Shape("whsec_", 12),
        new Shape("AIza", 30),
        new Shape("ya29.", 16),
        new Shape("GOCSPX-", 16),
        new Shape("ghp_", 20),
        new Shape("gho_", 20),
        new Shape("ghu_", 20),
        new Shape("ghs_", 20),
        new Shape("ghr_", 20),
        new Shape("github_pat_", 20),
        new Shape("glpat-", 16),
        new Shape("gldt-", 16),
        new Shape("glrt-", 16),
        new Shape("xoxb-", 10),
        new Shape("xoxp-", 10),
        new Shape("xoxa-", 10),
        new Shape("xoxr-", 10),
        new Shape("xoxs-", 10),
        new Shape("xoxe-", 10),
        new Shape("xapp-", 10),
        new Shape("AKIA", 16),
        new Shape("ASIA", 16),
        new Shape("ABSK", 40),
        new Shape("hf_", 24),
        new Shape("npm_", 30),
        new Shape("pypi-", 30),
        new Shape("rubygems_", 30),
        new Shape("dckr_pat_", 16),
        new Shape("dop_v1_", 30),
        new Shape("SG.", 30),
        new Shape("key-", 32),
        new Shape("gsk_", 24),
        new Shape("csk-", 24),
        new Shape("xai-", 24),
        new Shape("pplx-", 24),
        new Shape("nvapi-", 24),
        new Shape("r8_", 24),
        new Shape("tvly-", 20),
        new Shape("fw_", 20),
        new Shape("lin_api_", 20),
        new Shape("ntn_", 24),
        new Shape("shpat_", 24),
        new Shape("sq0atp-", 16),
        new Shape("hvs.", 20),
        new Shape("sbp_", 24),
        new Shape("AGE-SECRET-KEY-1", 20),
    };

    private static final Shape[][] BY_FIRST = new Shape[128][];

    static {
        for (int c = 0; c < BY_FIRST.length; c++) {
            char first = (char) c;
            BY_FIRST[c] = Arrays.stream(SHAPES)
                    .filter(shape -> shape.start().charAt(0) == first)
                    .toArray(Shape[]::new);
        }
    }

    private SecretShapes() {}

    /** Where the token that starts at {@code at} ends, or {@code at} when there is none. */
    static int end(String text, int at) {
        char first = text.charAt(at);
        if (first >= 128) {
            return at;
        }
        for (Shape shape : BY_FIRST[first]) {
            if (text.startsWith(shape.start, at)) {
                int from = at + shape.start.length();
                int end = tokenEnd(text, from, Math.min(text.length(), from + ENOUGH_TO_JUDGE));
                if (end - from >= shape.least && looksRandom(text, at, end)) {
                    return tokenEnd(text, end, text.length());
                }
            }
        }
        return first == 'e' ? jwtEnd(text, at) : at;
    }

    /** Words joined by dashes, such as a CSS class, are not keys: a key has a digit or mixed case somewhere. */
    private static boolean looksRandom(String text, int from, int to) {
        boolean upper = false;
        boolean lower = false;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                return true;
            }
            upper |= c >= 'A' && c <= 'Z';
            lower |= c >= 'a' && c <= 'z';
        }
        return upper && lower;
    }

    private static int jwtEnd(String text, int at) {
        if (!text.startsWith("eyJ", at)) {
            return at;
        }
        int dots = 0;
        int i = at;
        for (; i < text.length() && (isToken(text.charAt(i)) || text.charAt(i) == '.'); i++) {
            dots += text.charAt(i) == '.' ? 1 : 0;
        }
        return dots >= 2 && i - at >= 30 ? i : at;
    }

    private static int tokenEnd(String text, int from, int limit) {
        int i = from;
        while (i < limit && (isToken(text.charAt(i)) || inside(text, i))) {
            i++;
        }
        return i;
    }

    /** Some keys have dots, slashes, plus and equal signs inside; at the end they are punctuation. */
    private static boolean inside(String text, int i) {
        char c = text.charAt(i);
        return (c == '.' || c == '/' || c == '+' || c == '=') && i + 1 < text.length() && isToken(text.charAt(i + 1));
    }

    static boolean isToken(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
