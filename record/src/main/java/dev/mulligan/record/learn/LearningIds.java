package dev.mulligan.record.learn;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Locale;

/** Names for learning records: the day, and a number within it. */
public final class LearningIds {

    private LearningIds() {}

    /** The next free id of the day. */
    public static String next(Instant now, Collection<String> taken) {
        String day = "lr-" + LocalDate.ofInstant(now, ZoneOffset.UTC) + "-";
        int highest = 0;
        for (String id : taken) {
            if (id.startsWith(day)) {
                highest = Math.max(highest, number(id.substring(day.length())));
            }
        }
        return day + String.format(Locale.ROOT, "%03d", highest + 1);
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
