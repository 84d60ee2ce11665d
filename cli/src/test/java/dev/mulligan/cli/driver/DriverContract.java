package dev.mulligan.cli.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.event.RetryEvent;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a policy says holds for every driver: whatever waits for, calls and records attempts. Each driver runs an
 * operation whose attempts end as a script says, and shows what it did by its events.
 */
@Timeout(120)
abstract class DriverContract {

    static final List<String> LADDER = List.of("claude-haiku-4-5", "claude-sonnet-4-5");

    /** How one attempt ends; the last of a script is repeated. */
    enum Act {
        GOOD,
        OVERLOADED,
        /** Overloaded, and the far side asks for a second of patience. */
        OVERLOADED_FOR_A_SECOND,
        HANGS,
        DENIED
    }

    /** What a driver did: attempts made, and what it told about them, oldest first. */
    record Ran(int calls, List<RetryEvent> events) {

        <E extends RetryEvent> List<E> of(Class<E> type) {
            return events.stream().filter(type::isInstance).map(type::cast).toList();
        }

        boolean success() {
            return !of(RetrySucceeded.class).isEmpty();
        }

        void endsOnce() {
            assertThat(of(RetrySucceeded.class).size()
                            + of(RetryExhausted.class).size())
                    .as("an episode ends in exactly one terminal event: %s", events)
                    .isEqualTo(1);
        }

        void endsFor(String reason) {
            assertThat(success()).as(events.toString()).isFalse();
            assertThat(of(RetryExhausted.class))
                    .singleElement()
                    .satisfies(end -> assertThat(end.reason().wireName()).isEqualTo(reason));
        }
    }

    @TempDir
    Path folder;

    /** Runs the operation under the policy, with a ladder whose lowest model is in use and nobody to ask. */
    abstract Ran run(List<Act> acts, Map<String, Object> policy) throws Exception;

    private static Map<String, Object> policy(Object... fields) {
        Map<String, Object> policy =
                new LinkedHashMap<>(Map.of("backoff", "fixed", "base", "10ms", "jitter", "off", "maxAttempts", 4));
        for (int i = 0; i < fields.length; i += 2) {
            policy.put(String.valueOf(fields[i]), fields[i + 1]);
        }
        return policy;
    }

    @Test
    void aPassingFailureIsTriedAgainAndEndsInOneSuccess() throws Exception {
        Ran ran = run(List.of(Act.OVERLOADED, Act.OVERLOADED, Act.GOOD), policy());
        assertThat(ran.calls()).isEqualTo(3);
        assertThat(ran.of(RetryScheduled.class))
                .extracting(RetryScheduled::attempt)
                .containsExactly(2, 3);
        assertThat(ran.of(RetrySucceeded.class))
                .singleElement()
                .satisfies(end -> assertThat(end.attempts()).isEqualTo(3));
        ran.endsOnce();
    }

    @Test
    void attemptsAreLimited() throws Exception {
        Ran ran = run(List.of(Act.OVERLOADED), policy("maxAttempts", 3));
        assertThat(ran.calls()).isEqualTo(3);
        ran.endsFor("attempts_exhausted");
        ran.endsOnce();
    }

    @Test
    void whatDoesNotPassIsNotTriedAgain() throws Exception {
        Ran ran = run(List.of(Act.DENIED, Act.GOOD), policy());
        assertThat(ran.calls()).isEqualTo(1);
        ran.endsFor("not_retryable");
        ran.endsOnce();
    }

    @Test
    void anAttemptThatTakesTooLongIsEnded() throws Exception {
        Ran ran = run(List.of(Act.HANGS, Act.GOOD), policy("attemptTimeout", "1s"));
        assertThat(ran.calls()).isEqualTo(2);
        assertThat(ran.of(RetryScheduled.class))
                .singleElement()
                .satisfies(next -> assertThat(next.error().type().wireName()).isEqualTo("timeout"));
        assertThat(ran.success()).isTrue();
        ran.endsOnce();
    }

    @Test
    void aDeadlineEndsItHoweverManyAttemptsAreLeft() throws Exception {
        Ran ran = run(List.of(Act.OVERLOADED), policy("maxAttempts", 50, "base", "300ms", "deadline", "1s"));
        assertThat(ran.calls()).isBetween(1, 5);
        ran.endsFor("deadline");
        ran.endsOnce();
    }

    @Test
    void aWaitThatTheFarSideStatesIsKept() throws Exception {
        Ran ran = run(List.of(Act.OVERLOADED_FOR_A_SECOND, Act.GOOD), policy());
        assertThat(ran.of(RetryScheduled.class))
                .singleElement()
                .satisfies(next -> assertThat(next.delayMs()).isBetween(900L, 2_000L));
        assertThat(ran.success()).isTrue();
    }

    @Test
    void decorrelatedWaitsGrow() throws Exception {
        // Each wait lies between the base and three times the one before: without growth none would ever pass 30 ms.
        // With it one episode in some hundred stays below by chance; six in a row do not.
        long longest = 0;
        for (int episode = 0; episode < 6 && longest <= 30; episode++) {
            Ran ran = run(
                    List.of(Act.OVERLOADED),
                    policy("maxAttempts", 8, "backoff", "exponential", "cap", "10s", "jitter", "decorrelated"));
            List<Long> waits = ran.of(RetryScheduled.class).stream()
                    .map(RetryScheduled::delayMs)
                    .toList();
            assertThat(waits).hasSize(7);
            longest = Math.max(longest, Collections.max(waits));
        }
        assertThat(longest).isGreaterThan(30);
    }

    @Test
    void aStrongerModelIsTakenAfterSoManyFailures() throws Exception {
        for (int after = 1; after <= 3; after++) {
            List<Act> acts = new ArrayList<>(Collections.nCopies(after, Act.OVERLOADED));
            acts.add(Act.GOOD);
            Ran ran = run(acts, policy("escalateAfter", after, "maxAttempts", 6));
            assertThat(ran.calls()).as("after %d", after).isEqualTo(after + 1);
            assertThat(ran.of(ModelEscalated.class)).singleElement().satisfies(up -> {
                assertThat(up.fromModel()).isEqualTo(LADDER.getFirst());
                assertThat(up.toModel()).isEqualTo(LADDER.getLast());
            });
            ran.endsOnce();
        }
    }
}
