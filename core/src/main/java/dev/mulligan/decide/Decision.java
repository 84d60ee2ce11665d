package dev.mulligan.decide;

import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import java.time.Duration;
import java.util.Optional;

/** What to do after a failed attempt. */
public sealed interface Decision {

    record Retry(Duration delay, Remedy remedy) implements Decision {}

    /** A stronger model next, for this reason. */
    record Escalate(String toModel, EscalationReason reason, Duration delay) implements Decision {}

    /** Another model because this one cannot serve now. */
    record FallBack(String toModel, Duration delay) implements Decision {}

    /** A person decides. Where nobody can be asked, {@code otherwise} is carried out. */
    record Ask(String question, Decision ifYes, GiveUp otherwise) implements Decision {}

    /**
     * No further attempt.
     *
     * @param resumeIn after how long trying again makes sense, if that is known
     */
    record GiveUp(GiveUpReason reason, String why, Optional<Duration> resumeIn) implements Decision {
        /** Gives up, and nothing is known of when another try makes sense. */
        public GiveUp(GiveUpReason reason, String why) {
            this(reason, why, Optional.empty());
        }
    }
}
