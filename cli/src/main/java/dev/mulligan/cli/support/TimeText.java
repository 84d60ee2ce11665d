package dev.mulligan.cli.support;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A moment as people write it: {@code 7d}, {@code 24h}, a date, or a full time. */
public final class TimeText {

    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private TimeText() {}

    /** A length of time for people. */
    public static String millis(long millis) {
        if (millis < 1_000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
        }
        long minutes = millis / 60_000;
        return minutes < 60
                ? minutes + " min " + millis / 1_000 % 60 + " s"
                : minutes / 60 + " h " + minutes % 60 + " min";
    }

    /** A moment for people, in the zone of this machine: {@code 2026-01-31 12:00:00}. */
    public static String second(Instant at) {
        return SECOND.format(at.atZone(ZoneId.systemDefault()));
    }

    public static Instant parse(String option, String text, Instant now) {
        try {
            if (!text.isEmpty() && text.chars().limit(text.length() - 1L).allMatch(Character::isDigit)) {
                long number = Long.parseLong(text.substring(0, text.length() - 1));
                switch (text.charAt(text.length() - 1)) {
                    case 'w' -> {
                        return now.minus(Duration.ofDays(Math.multiplyExact(number, 7)));
                    }
                    case 'd' -> {
                        return now.minus(Duration.ofDays(number));
                    }
                    case 'h' -> {
                        return now.minus(Duration.ofHours(number));
                    }
                    case 'm' -> {
                        return now.minus(Duration.ofMinutes(number));
                    }
                    default -> {}
                }
            }
            return text.length() == 10
                    ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
                    : Instant.parse(text);
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw new UserError(
                    option + " '" + text + "' is not a time",
                    "Write 7d, 24h, 30m, 2w, a date such as 2026-01-31, or 2026-01-31T12:00:00Z.");
        }
    }
}
