package dev.mulligan.workspace.patch.parse;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The date that {@code diff -N} gives to a file that is not there: the start of 1970. */
final class EpochDate {
    private static final Pattern DATE = Pattern.compile(
            "(1970-01-01|1969-12-31)[ T](\\d\\d:\\d\\d:\\d\\d)(?:\\.0+)?(?: ?([+-]\\d\\d):?(\\d\\d))?$");

    private EpochDate() {}

    static boolean ends(String name) {
        if (name.length() > 2_000) {
            return false;
        }
        Matcher date = DATE.matcher(name);
        if (!date.find() || date.start() == 0) {
            return false;
        }
        try {
            ZoneOffset zone =
                    date.group(3) == null ? ZoneOffset.UTC : ZoneOffset.of(date.group(3) + ":" + date.group(4));
            return LocalDateTime.parse(date.group(1) + "T" + date.group(2)).toEpochSecond(zone) == 0;
        } catch (DateTimeException noSuchDate) {
            return false;
        }
    }
}
