package dev.mulligan.cli.transcript;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** Moments as transcripts write them. */
final class Times {

    private Times() {}

    static Optional<Instant> of(String text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
