package dev.mulligan.guard;

import dev.mulligan.attempt.GiveUpReason;
import java.time.Duration;
import java.util.Optional;

/** A guard's answer. */
public sealed interface Admission {

    Admission GRANTED = new Granted();

    record Granted() implements Admission {}

    /** Not now: ask again after this wait. */
    record Later(Duration delay, String why) implements Admission {}

    /**
     * No.
     *
     * @param retryAfter when it may look different, where that is known
     */
    record Refused(GiveUpReason reason, String why, Optional<Duration> retryAfter) implements Admission {
        /** Refuses, and nothing is known of when it would not. */
        public Refused(GiveUpReason reason, String why) {
            this(reason, why, Optional.empty());
        }
    }
}
