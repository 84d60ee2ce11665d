package dev.mulligan.policy;

import java.time.Duration;

/** Durations as people write them: {@code 500ms}, {@code 2s}, {@code 1m30s}. */
public final class PolicyText {

    private PolicyText() {}

    /** As short as it can be written without losing anything, down to milliseconds. */
    public static String duration(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        if (duration.isNegative()) {
            return "-" + duration(duration.negated());
        }
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            return trim(duration.toNanos() / 1e6) + "ms";
        }
        StringBuilder text = new StringBuilder();
        part(text, duration.toDays(), "d");
        part(text, duration.toHoursPart(), "h");
        part(text, duration.toMinutesPart(), "m");
        double seconds = duration.toSecondsPart() + duration.toNanosPart() / 1e9;
        if (seconds > 0) {
            text.append(trim(seconds)).append('s');
        }
        return text.toString();
    }

    private static void part(StringBuilder text, long value, String unit) {
        if (value > 0) {
            text.append(value).append(unit);
        }
    }

    private static String trim(double value) {
        return java.math.BigDecimal.valueOf(Math.round(value * 1000))
                .movePointLeft(3)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Reads {@code 500ms}, {@code 2s}, {@code 1m30s}, {@code 1.5h}, {@code 2d}; a bare number has no unit and is refused. */
    public static Duration parseDuration(String field, String text) {
        String s = text.strip();
        if (s.equals("0")) {
            return Duration.ZERO;
        }
        int at = 0;
        double nanos = 0;
        while (at < s.length()) {
            int end = at;
            while (end < s.length() && (Character.isDigit(s.charAt(end)) || s.charAt(end) == '.')) {
                end++;
            }
            int unitEnd = end;
            while (unitEnd < s.length() && Character.isLetter(s.charAt(unitEnd))) {
                unitEnd++;
            }
            nanos += number(field, text, s.substring(at, end)) * unit(field, text, s.substring(end, unitEnd));
            at = unitEnd;
            if (at == end) {
                break;
            }
        }
        PolicyChecks.when(s.isEmpty() || at < s.length(), field, text, HOW);
        PolicyChecks.when(nanos > 9e18, field, text, "is longer than any wait can be");
        return Duration.ofNanos(Math.round(nanos));
    }

    private static final String HOW = "is not a duration: write it with a unit, such as 500ms, 2s, 1m30s or 2h";

    private static double number(String field, String text, String digits) {
        try {
            return Double.parseDouble(digits);
        } catch (NumberFormatException e) {
            throw new InvalidPolicyException(field, text, HOW);
        }
    }

    private static double unit(String field, String text, String unit) {
        return switch (unit) {
            case "ms" -> 1e6;
            case "s", "sec" -> 1e9;
            case "m", "min" -> 60e9;
            case "h" -> 3600e9;
            case "d" -> 86400e9;
            default -> throw new InvalidPolicyException(field, text, HOW);
        };
    }
}
