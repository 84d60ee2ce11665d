package dev.mulligan.failure.delay;

import dev.mulligan.failure.FailureType;
import dev.mulligan.failure.facts.EvidenceFacts;
import dev.mulligan.failure.match.ClassificationTrace;
import dev.mulligan.failure.match.PhraseHits;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The delay the far side states. Never a guess: what is not stated, or cannot be anchored in time, is empty. */
public final class RetryAfter {
    private RetryAfter() {}

    /**
     * The delay stated by {@code retry-after-ms}, {@code retry-after}, or the reset headers of what has run out.
     *
     * @param headers with case-insensitive or lower-case names
     * @param received the reference for absolute times when there is no {@code date} header
     */
    public static Optional<Duration> fromHeaders(Map<String, String> headers, Optional<Instant> received) {
        Instant reference = reference(headers, received);
        return duration(Math.max(explicit(headers, reference), ResetHeaders.delay(headers, reference)));
    }

    public static Optional<Duration> of(
            EvidenceFacts facts, PhraseHits hits, FailureType type, @Nullable ClassificationTrace trace) {
        Map<String, String> headers = facts.headers();
        Instant reference = reference(headers, facts.receivedAt());
        long delay = explicit(headers, reference);
        String source = "retry-after header";
        if (delay < 0) {
            delay = DelayMarks.advised(hits);
            source = "a field of the body that says when to retry";
        }
        if (delay < 0) {
            delay = DelayMarks.window(hits);
            source = "a field of the body that says how long the limit lasts";
        }
        if (delay < 0) {
            delay = DelayMarks.spoken(hits);
            source = "a delay in the text";
        }
        if (delay < 0 && reference != null) {
            delay = DelayMarks.untilReset(hits, reference);
            source = "a reset time in the text";
        }
        boolean limited =
                type == FailureType.RATE_LIMIT || type == FailureType.QUOTA_EXHAUSTED || type == FailureType.OVERLOADED;
        if (delay < 0 && limited) {
            delay = ResetHeaders.delay(headers, reference);
            source = "the reset header of what has 0 remaining";
        }
        if (delay >= 0 && trace != null) {
            trace.delayFrom(source);
        }
        return duration(delay);
    }

    private static Optional<Duration> duration(long millis) {
        return millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
    }

    private static @Nullable Instant reference(Map<String, String> headers, Optional<Instant> received) {
        String date = headers.isEmpty() ? null : headers.get("date");
        Instant stated = date == null ? null : httpDate(date);
        return stated == null ? received.orElse(null) : stated;
    }

    private static long explicit(Map<String, String> headers, @Nullable Instant reference) {
        if (headers.isEmpty()) {
            return DurationText.NONE;
        }
        String millis = headers.get("retry-after-ms");
        long delay = millis == null ? DurationText.NONE : DurationText.orBareNumber(millis, 0, 1);
        String after = headers.get("retry-after");
        if (delay >= 0 || after == null) {
            return delay;
        }
        delay = DurationText.orBareNumber(after, 0, 1000);
        if (delay >= 0 || reference == null) {
            return delay;
        }
        Instant until = httpDate(after);
        return until == null ? DurationText.NONE : between(reference, until, true);
    }

    /** Milliseconds to a moment; a moment that has passed is either "now" or no statement. */
    static long between(Instant from, Instant until, boolean pastIsNow) {
        Duration wait = Duration.between(from, until);
        if (wait.isNegative() || wait.isZero()) {
            return pastIsNow ? 0 : DurationText.NONE;
        }
        return wait.compareTo(Duration.ofMillis(DurationText.MAX_MILLIS)) > 0
                ? DurationText.NONE
                : wait.plusNanos(500_000).toMillis();
    }

    private static @Nullable Instant httpDate(String text) {
        try {
            return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text.strip()));
        } catch (DateTimeParseException e) {
            return MomentText.read(text, 0, null).orElse(null);
        }
    }
}
