package dev.mulligan.record.share;

import java.time.Duration;

/**
 * Something one program tells the others. Of those with the same kind, subject and teller only the newest counts.
 *
 * @param lasts how long it stays true, from now on
 */
public record Note(String kind, String subject, String body, Duration lasts) {

    /** A note and the program it came from. */
    public record Heard(String teller, Note note) {}
}
