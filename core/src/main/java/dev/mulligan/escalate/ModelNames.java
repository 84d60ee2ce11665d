package dev.mulligan.escalate;

import java.util.Locale;

/** The many spellings of one model's name. */
final class ModelNames {

    private ModelNames() {}

    /** Without provider path, region, date, version tag and {@code latest}; dots count as dashes. */
    static String bare(String name) {
        String s = name.toLowerCase(Locale.ROOT).strip();
        s = s.substring(s.lastIndexOf('/') + 1);
        int vendor = s.indexOf("anthropic.");
        if (vendor >= 0) {
            s = s.substring(vendor + "anthropic.".length());
        }
        for (char mark : new char[] {'@', ':', '['}) {
            int at = s.indexOf(mark);
            if (at > 0) {
                s = s.substring(0, at);
            }
        }
        s = s.replace('.', '-');
        s = dropSuffix(s, "-latest");
        s = dropVersionTag(s);
        return dropDate(s);
    }

    private static String dropSuffix(String s, String suffix) {
        return s.endsWith(suffix) ? s.substring(0, s.length() - suffix.length()) : s;
    }

    /** {@code -v1} as Bedrock appends it. */
    private static String dropVersionTag(String s) {
        int at = s.lastIndexOf("-v");
        return at > 0 && allDigits(s.substring(at + 2)) ? s.substring(0, at) : s;
    }

    /** {@code -20250929} or {@code -2025-09-29}. */
    private static String dropDate(String s) {
        int n = s.length();
        if (n > 9 && s.charAt(n - 9) == '-' && allDigits(s.substring(n - 8))) {
            return s.substring(0, n - 9);
        }
        boolean dashed = n > 11
                && s.charAt(n - 11) == '-'
                && s.charAt(n - 6) == '-'
                && s.charAt(n - 3) == '-'
                && allDigits(s.substring(n - 10, n - 6) + s.substring(n - 5, n - 3) + s.substring(n - 2));
        return dashed ? s.substring(0, n - 11) : s;
    }

    private static boolean allDigits(String s) {
        return !s.isEmpty() && s.chars().allMatch(Character::isDigit);
    }
}
