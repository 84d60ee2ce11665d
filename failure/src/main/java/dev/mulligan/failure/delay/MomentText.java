package dev.mulligan.failure.delay;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads moments as people and services write them: seconds since 1970, ISO and HTTP dates, {@code 3pm (Europe/Berlin)},
 * {@code Oct 21, 5am (UTC)}. A clock time without a zone is no moment.
 */
final class MomentText {
    private static final int MAX_LOOK = 72;
    private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";

    private final String text;
    private final int to;
    private final @Nullable Instant reference;
    private int at;
    private int year;
    private int month;
    private int day;
    private @Nullable LocalTime time;
    private @Nullable ZoneId zone;

    private MomentText(String text, int at, @Nullable Instant reference) {
        this.text = text;
        this.at = at;
        this.to = Math.min(text.length(), at + MAX_LOOK);
        this.reference = reference;
    }

    /** The moment written at {@code at}; {@code reference} completes what a person leaves out. */
    static Optional<Instant> read(String text, int at, @Nullable Instant reference) {
        try {
            return Optional.ofNullable(new MomentText(text, at, reference).read());
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            // A 25th hour or a 13th month states no moment.
            return Optional.empty();
        }
    }

    private @Nullable Instant read() {
        boolean first = true;
        while (at < to) {
            char c = text.charAt(at);
            if (isDigit(c)) {
                int start = at;
                while (at < to && isDigit(text.charAt(at))) {
                    at++;
                }
                int digits = at - start;
                if (digits >= 10) {
                    return first ? epoch(text.substring(start, at)) : null;
                }
                if (digits > 4 || !number(Integer.parseInt(text.substring(start, at)), digits)) {
                    break;
                }
                first = false;
            } else if (Character.isLetter(c)) {
                int start = at;
                while (at < to && (Character.isLetter(text.charAt(at)) || "/_".indexOf(text.charAt(at)) >= 0)) {
                    at++;
                }
                if (!word(text.substring(start, at))) {
                    break;
                }
            } else if (c == '.' && at + 1 < to && text.charAt(at + 1) == ' ') {
                break;
            } else if (c == '\n' && time != null) {
                break;
            } else if ((c == '+' || c == '-') && time != null && zone == null && !offset()) {
                break;
            } else {
                at++;
            }
        }
        return compose();
    }

    private static @Nullable Instant epoch(String digits) {
        if (digits.length() == 10) {
            return Instant.ofEpochSecond(Long.parseLong(digits));
        }
        return digits.length() == 13 ? Instant.ofEpochMilli(Long.parseLong(digits)) : null;
    }

    private boolean number(int value, int digits) {
        if (digits == 4) {
            year = value;
            if (at + 5 < to && text.charAt(at) == '-' && text.charAt(at + 3) == '-') {
                month = Integer.parseInt(text.substring(at + 1, at + 3));
                day = Integer.parseInt(text.substring(at + 4, at + 6));
                at += 6;
            }
            return true;
        }
        if (at + 2 < to && text.charAt(at) == ':' && isDigit(text.charAt(at + 1))) {
            return clock(value);
        }
        Boolean afternoon = halfOfDay();
        if (afternoon != null) {
            time = LocalTime.of(value % 12 + (afternoon ? 12 : 0), 0);
            return value >= 1 && value <= 12;
        }
        if (day == 0) {
            day = value;
            return true;
        }
        return false;
    }

    private boolean clock(int hour) {
        int minute = Integer.parseInt(text.substring(at + 1, Math.min(to, at + 3)));
        at += 3;
        int second = 0;
        if (at + 2 < to && text.charAt(at) == ':' && isDigit(text.charAt(at + 1))) {
            second = Integer.parseInt(text.substring(at + 1, at + 3));
            at += 3;
            if (at < to && text.charAt(at) == '.') {
                for (at++; at < to && isDigit(text.charAt(at)); ) {
                    at++;
                }
            }
        }
        Boolean afternoon = halfOfDay();
        time = LocalTime.of(afternoon == null ? hour : hour % 12 + (afternoon ? 12 : 0), minute, second);
        return true;
    }

    /** True for pm, false for am, null when neither follows. */
    private @Nullable Boolean halfOfDay() {
        int i = at;
        while (i < to && text.charAt(i) == ' ') {
            i++;
        }
        if (i + 1 >= to) {
            return null;
        }
        char half = Character.toLowerCase(text.charAt(i));
        int end = text.charAt(i + 1) == '.' ? i + 2 : i + 1;
        boolean marker = (half == 'a' || half == 'p') && end < to && Character.toLowerCase(text.charAt(end)) == 'm';
        if (!marker || (end + 1 < to && Character.isLetter(text.charAt(end + 1)))) {
            return null;
        }
        at = end + 1;
        return half == 'p';
    }

    private boolean word(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        ZoneId named = zoneNamed(word, lower);
        if (named != null) {
            zone = named;
            return true;
        }
        if (lower.equals("midnight")) {
            time = LocalTime.MIDNIGHT;
            return true;
        }
        return switch (lower) {
            case "at", "on", "the", "of", "t", "st", "nd", "rd", "th", "time", "n" -> true;
            default -> monthOrWeekday(lower);
        };
    }

    private static @Nullable ZoneId zoneNamed(String word, String lower) {
        return switch (lower) {
            case "z", "utc", "gmt" -> ZoneOffset.UTC;
            case "pt", "pst", "pdt", "pacific" -> ZoneId.of("America/Los_Angeles");
            case "et", "est", "edt", "eastern" -> ZoneId.of("America/New_York");
            case "cet", "cest" -> ZoneId.of("Europe/Berlin");
            default -> word.indexOf('/') > 0 ? ZoneId.of(word) : null;
        };
    }

    private boolean monthOrWeekday(String lower) {
        if (lower.length() >= 3) {
            int index = MONTHS.indexOf(lower.substring(0, 3));
            if (index >= 0 && index % 3 == 0 && month == 0) {
                month = index / 3 + 1;
                return true;
            }
        }
        return switch (lower) {
            case "mon", "tue", "wed", "thu", "fri", "sat", "sun" -> true;
            default -> lower.endsWith("day") && !lower.equals("day");
        };
    }

    private boolean offset() {
        int start = at;
        int i = at + 1;
        while (i < to && (isDigit(text.charAt(i)) || text.charAt(i) == ':')) {
            i++;
        }
        int length = i - start;
        if (length != 3 && length != 5 && length != 6) {
            return false;
        }
        zone = ZoneOffset.of(text.substring(start, i));
        at = i;
        return true;
    }

    private @Nullable Instant compose() {
        if (zone == null) {
            return null;
        }
        LocalTime clock = time == null ? LocalTime.MIDNIGHT : time;
        if (year > 0 && month > 0 && day > 0) {
            return ZonedDateTime.of(LocalDate.of(year, month, day), clock, zone).toInstant();
        }
        if (reference == null || (time == null && month == 0)) {
            return null;
        }
        ZonedDateTime now = reference.atZone(zone);
        if (month > 0 && day > 0) {
            ZonedDateTime sameYear = ZonedDateTime.of(LocalDate.of(now.getYear(), month, day), clock, zone);
            return (sameYear.isBefore(now) ? sameYear.plusYears(1) : sameYear).toInstant();
        }
        if (day > 0 || month > 0 || year > 0) {
            return null;
        }
        ZonedDateTime today = now.with(clock);
        return (today.isAfter(now) ? today : today.plusDays(1)).toInstant();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
