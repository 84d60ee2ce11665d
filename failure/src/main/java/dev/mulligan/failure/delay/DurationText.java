package dev.mulligan.failure.delay;

/** Reads lengths of time as people and services write them: {@code 1h2m3.5s}, {@code 20 seconds}, {@code 174ms}. */
final class DurationText {
    static final long NONE = -1;
    /** Longer than this is a mistake of the sender, not a delay. */
    static final long MAX_MILLIS = 400L * 24 * 3600 * 1000;

    private static final int MAX_LOOK = 80;
    private static final String[] FILLERS = {
        "about", "approximately", "approx.", "around", "at least", "another", "for", "in", "after", "the next"
    };

    private final String text;
    private final int to;
    private int at;

    private DurationText(String text, int at, int to) {
        this.text = text;
        this.at = at;
        this.to = Math.min(to, Math.min(text.length(), at + MAX_LOOK));
    }

    /** Milliseconds of the length at {@code at}, which must carry a unit; or {@link #NONE}. */
    static long withUnit(String text, int at) {
        return new DurationText(text, at, text.length()).read(0);
    }

    /** As {@link #withUnit}, but a bare number counts in the given unit. */
    static long orBareNumber(String text, int at, long unitMillis) {
        return new DurationText(text, at, text.length()).read(unitMillis);
    }

    private long read(long bareUnit) {
        skipFillers();
        double total = 0;
        boolean any = false;
        while (true) {
            int start = at;
            double number = number();
            if (Double.isNaN(number)) {
                at = start;
                break;
            }
            if (!any && at < to && text.charAt(at) == ':') {
                return clock(number);
            }
            int afterNumber = at;
            long unit = unit();
            if (unit == 0) {
                if (any || bareUnit == 0 || !endsHere(afterNumber)) {
                    break;
                }
                return bounded(number * bareUnit);
            }
            total += number * unit;
            any = true;
            skipJoint();
        }
        return any ? bounded(total) : NONE;
    }

    private static long bounded(double millis) {
        return millis >= 0 && millis <= MAX_MILLIS ? Math.round(millis) : NONE;
    }

    private void skipFillers() {
        skipBlanks();
        boolean more = true;
        while (more) {
            more = false;
            for (String filler : FILLERS) {
                if (text.regionMatches(true, at, filler, 0, filler.length())
                        && at + filler.length() < to
                        && !Character.isLetterOrDigit(text.charAt(at + filler.length()))) {
                    at += filler.length();
                    skipBlanks();
                    more = true;
                }
            }
        }
    }

    private void skipBlanks() {
        while (at < to && " \t\r\n\\\"'`~:=*(".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void skipJoint() {
        while (at < to && (text.charAt(at) == ' ' || text.charAt(at) == ',')) {
            at++;
        }
        if (text.startsWith("and ", at)) {
            at += 4;
        }
    }

    private double number() {
        int start = at;
        double value = 0;
        while (at < to) {
            char c = text.charAt(at);
            if (c >= '0' && c <= '9') {
                value = value * 10 + (c - '0');
            } else if (!(c == ',' && at > start && threeDigitsFollow())) {
                break;
            }
            at++;
        }
        if (at == start) {
            return Double.NaN;
        }
        if (at + 1 < to && text.charAt(at) == '.' && isDigit(text.charAt(at + 1))) {
            double scale = 0.1;
            for (at++; at < to && isDigit(text.charAt(at)); at++) {
                value += scale * (text.charAt(at) - '0');
                scale /= 10;
            }
        }
        return value;
    }

    private boolean threeDigitsFollow() {
        return at + 3 < to
                && isDigit(text.charAt(at + 1))
                && isDigit(text.charAt(at + 2))
                && isDigit(text.charAt(at + 3))
                && (at + 4 >= to || !isDigit(text.charAt(at + 4)));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** {@code 1:30:00} or {@code 5:30} (minutes and seconds). */
    private long clock(double first) {
        at++;
        double second = number();
        if (Double.isNaN(second)) {
            return NONE;
        }
        if (at < to && text.charAt(at) == ':') {
            at++;
            double third = number();
            return Double.isNaN(third) ? NONE : bounded(((first * 60 + second) * 60 + third) * 1000);
        }
        return NONE;
    }

    private long unit() {
        while (at < to && (text.charAt(at) == ' ' || text.charAt(at) == '-')) {
            at++;
        }
        int start = at;
        while (at < to && Character.isLetter(text.charAt(at))) {
            at++;
        }
        String unit = text.substring(start, at);
        if (at == start) {
            // "2h 3m" written in Chinese or Japanese is not worth guessing at.
            return 0;
        }
        return switch (unit.toLowerCase(java.util.Locale.ROOT)) {
            case "ms", "msec", "msecs", "millis", "millisecond", "milliseconds" -> 1;
            case "s", "sec", "secs", "second", "seconds" -> 1000;
            case "m", "min", "mins", "minute", "minutes" -> 60_000;
            case "h", "hr", "hrs", "hour", "hours" -> 3_600_000;
            case "d", "day", "days" -> 86_400_000;
            case "w", "week", "weeks" -> 604_800_000;
            default -> 0;
        };
    }

    private boolean endsHere(int position) {
        if (position >= text.length()) {
            return true;
        }
        char c = text.charAt(position);
        if (c == ' ') {
            return position + 1 >= text.length() || !Character.isLetterOrDigit(text.charAt(position + 1));
        }
        return !Character.isLetterOrDigit(c) && c != '-' && c != '/' && c != '%';
    }
}
