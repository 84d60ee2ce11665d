package dev.mulligan.redact;

import java.util.Arrays;

/** Tokens that give themselves away: a known beginning, then enough characters of the token's alphabet. */
final class SecretShapes {

    private static final int ENOUGH_TO_JUDGE = 256;

    /** What follows the beginning. */
    private enum Body {
        /** The characters of a token. */
        ANY,
        /** Letters and digits from the start on; names of functions and settings have underscores. */
        SOLID,
        /** Somewhere a run without a dash; CSS classes and names of packages are words joined by dashes. */
        RUN
    }

    private static final int LONGEST_WORD = 15;

    private record Shape(String start, char second, int least, Body body) {
        Shape(String start, int least, Body body) {
            this(start, start.charAt(1), least, body);
        }
    }

    private static final Shape[] SHAPES = {
        new Shape("AIza", 30, Body.ANY),
        new Shape("ya29.", 16, Body.ANY),
        new Shape("GOCSPX-", 16, Body.ANY),
        new Shape("1//0", 24, Body.ANY),
        new Shape("github_pat_", 20, Body.ANY),
        new Shape("glpat-", 16, Body.ANY),
        new Shape("gldt-", 16, Body.ANY),
        new Shape("glrt-", 16, Body.ANY),
        new Shape("glptt-", 16, Body.ANY),
        new Shape("glft-", 16, Body.ANY),
        new Shape("gloas-", 16, Body.ANY),
        new Shape("glcbt-", 16, Body.ANY),
        new Shape("xoxb-", 10, Body.ANY),
        new Shape("xoxp-", 10, Body.ANY),
        new Shape("xoxa-", 10, Body.ANY),
        new Shape("xoxr-", 10, Body.ANY),
        new Shape("xoxs-", 10, Body.ANY),
        new Shape("xoxe-", 10, Body.ANY),
        new Shape("xapp-", 10, Body.ANY),
        new Shape("AKIA", 16, Body.ANY),
        new Shape("ASIA", 16, Body.ANY),
        new Shape("ABSK", 40, Body.ANY),
        new Shape("pypi-", 30, Body.ANY),
        new Shape("dckr_pat_", 16, Body.ANY),
        new Shape("dckr_oat_", 16, Body.ANY),
        new Shape("SG.", 30, Body.ANY),
        new Shape("shpat_", 24, Body.ANY),
        new Shape("shpss_", 24, Body.ANY),
        new Shape("sq0atp-", 16, Body.ANY),
        new Shape("sq0csp-", 16, Body.ANY),
        new Shape("hvs.", 20, Body.ANY),
        new Shape("hvb.", 20, Body.ANY),
        new Shape("AGE-SECRET-KEY-1", 20, Body.ANY),
        new Shape("ATATT3", 30, Body.ANY),
        new Shape("ATBB", 24, Body.ANY),
        new Shape("glsa_", 24, Body.ANY),
        new Shape("glc_", 30, Body.ANY),
        new Shape("figd_", 30, Body.ANY),
        new Shape("tskey-", 16, Body.ANY),
        new Shape("pscale_tkn_", 24, Body.ANY),
        new Shape("pscale_pw_", 24, Body.ANY),
        new Shape("lsv2_pt_", 24, Body.ANY),
        new Shape("lsv2_sk_", 24, Body.ANY),
        new Shape("pcsk_", 30, Body.ANY),
        new Shape("dp.pt.", 30, Body.ANY),
        new Shape("NRAK-", 20, Body.ANY),
        new Shape("PMAK-", 30, Body.ANY),
        new Shape("HRKU-", 24, Body.ANY),
        new Shape("secret_", 32, Body.ANY),
        new Shape("sk_live_", 16, Body.SOLID),
        new Shape("sk_test_", 16, Body.SOLID),
        new Shape("rk_live_", 16, Body.SOLID),
        new Shape("rk_test_", 16, Body.SOLID),
        new Shape("pk_live_", 16, Body.SOLID),
        new Shape("whsec_", 12, Body.SOLID),
        new Shape("ghp_", 20, Body.SOLID),
        new Shape("gho_", 20, Body.SOLID),
        new Shape("ghu_", 20, Body.SOLID),
        new Shape("ghs_", 20, Body.SOLID),
        new Shape("ghr_", 20, Body.SOLID),
        new Shape("hf_", 24, Body.SOLID),
        new Shape("npm_", 30, Body.SOLID),
        new Shape("mulligan_", 40, Body.SOLID),
        new Shape("rubygems_", 30, Body.SOLID),
        new Shape("dop_v1_", 30, Body.SOLID),
        new Shape("doo_v1_", 30, Body.SOLID),
        new Shape("dor_v1_", 30, Body.SOLID),
        new Shape("gsk_", 24, Body.SOLID),
        new Shape("r8_", 24, Body.SOLID),
        new Shape("fw_", 20, Body.SOLID),
        new Shape("lin_api_", 20, Body.SOLID),
        new Shape("ntn_", 24, Body.SOLID),
        new Shape("sbp_", 24, Body.SOLID),
        new Shape("dapi", 32, Body.SOLID),
        new Shape("tgp_v1_", 24, Body.SOLID),
        new Shape("mlg_", 16, Body.SOLID),
        new Shape("nfp_", 24, Body.SOLID),
        new Shape("sk-", 16, Body.RUN),
        new Shape("key-", 32, Body.RUN),
        new Shape("csk-", 24, Body.RUN),
        new Shape("xai-", 24, Body.RUN),
        new Shape("pplx-", 24, Body.RUN),
        new Shape("nvapi-", 24, Body.RUN),
        new Shape("tvly-", 16, Body.RUN),
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
        char second = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        for (Shape shape : BY_FIRST[first]) {
            if (shape.second == second && text.startsWith(shape.start, at)) {
                int from = at + shape.start.length();
                int end = tokenEnd(text, from, Math.min(text.length(), from + ENOUGH_TO_JUDGE));
                if (end - from >= shape.least && fits(shape, text, from, end) && looksRandom(text, from, end)) {
                    return tokenEnd(text, end, text.length());
                }
            }
        }
        if (first == 'S') {
            return twilioEnd(text, at);
        }
        if ((first >= '0' && first <= '9') || text.startsWith("bot", at)) {
            return botEnd(text, at, first == 'b' ? at + 3 : at);
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

    private static boolean fits(Shape shape, String text, int from, int end) {
        return switch (shape.body) {
            case ANY -> true;
            case SOLID -> run(text, from, end, false) >= shape.least;
            case RUN -> {
                int longest = 0;
                for (int i = from; i < end; i++) {
                    int length = run(text, i, end, true);
                    longest = Math.max(longest, length);
                    i += length;
                }
                yield longest > LONGEST_WORD;
            }
        };
    }

    /** How many letters and digits follow each other. */
    private static int run(String text, int from, int end, boolean underscores) {
        int i = from;
        while (i < end && (isPlain(text.charAt(i)) || (underscores && text.charAt(i) == '_'))) {
            i++;
        }
        return i - from;
    }

    private static boolean isPlain(char c) {
        return isToken(c) && c != '_' && c != '-';
    }

    /** {@code SK} and 32 hexadecimal digits. */
    private static int twilioEnd(String text, int at) {
        int end = at + 34;
        if (!text.startsWith("SK", at) || end > text.length()) {
            return at;
        }
        for (int i = at + 2; i < end; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return at;
            }
        }
        return end == text.length() || !isToken(text.charAt(end)) ? end : at;
    }

    /** A bot's number, a colon, 35 characters; in an address behind the word bot. */
    private static int botEnd(String text, int at, int number) {
        int colon = number;
        while (colon < text.length()
                && colon - number <= 12
                && text.charAt(colon) >= '0'
                && text.charAt(colon) <= '9') {
            colon++;
        }
        int end = colon + 36;
        if (colon - number < 8 || end > text.length() || text.charAt(colon) != ':') {
            return at;
        }
        for (int i = colon + 1; i < end; i++) {
            if (!isToken(text.charAt(i))) {
                return at;
            }
        }
        boolean whole = end == text.length() || !isToken(text.charAt(end));
        return whole && looksRandom(text, colon + 1, end) ? end : at;
    }

    /** Where the secret half of an Amazon key pair ends: exactly 40 characters, not a hash, not a path. */
    static int amazonSecretEnd(String text, int at) {
        int end = at;
        boolean upper = false;
        boolean lower = false;
        boolean digit = false;
        while (end < text.length()
                && end - at <= 40
                && (isPlain(text.charAt(end)) || text.charAt(end) == '/' || text.charAt(end) == '+')) {
            char c = text.charAt(end);
            upper |= c >= 'A' && c <= 'Z';
            lower |= c >= 'a' && c <= 'z';
            digit |= c >= '0' && c <= '9';
            end++;
        }
        return end - at == 40 && upper && lower && digit ? end : at;
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
