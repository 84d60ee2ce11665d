package dev.mulligan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.attempt.Episode;
import dev.mulligan.escalate.Ladder;
import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Prices;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.guard.RetryBudget;
import dev.mulligan.policy.Backoff;
import dev.mulligan.policy.Jitter;
import dev.mulligan.policy.LongWait;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.test.ScriptedOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KernelPropertyTest {

    private static final int CASES = 20_000;

    @Test
    void everyEpisodeKeepsThePolicysPromises() {
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            RetryPolicy policy = policy(random);
            List<Failure> failures = failures(random);
            try {
                check(policy, failures, random);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", " + policy + ", " + failures, e);
            }
        }
    }

    private static void check(RetryPolicy policy, List<Failure> failures, Random random) {
        Scene scene = new Scene();
        if (random.nextBoolean()) {
            scene = new Scene(new RetryBudget(random.nextInt(30), 5, 1_000_000_000L, scene.time));
        }
        ScriptedOperation<String> script = ScriptedOperation.failing(failures, "done");
        Recovery recovery = scene.recovery(policy);
        if (random.nextBoolean()) {
            recovery = recovery.addingContext();
        }
        if (random.nextBoolean()) {
            recovery = recovery.escalating(LADDER, "small");
        }

        Outcome<String> outcome = recovery.attempt(script);

        assertThat(script.calls()).isBetween(1, policy.maxAttempts());
        assertThat(scene.terminalEvents()).isEqualTo(1);
        assertThat(scene.executor.activeRetries()).isEmpty();
        policy.deadline().ifPresent(deadline -> assertThat(waited(script)).isLessThan(deadline));
        for (Duration sleep : scene.time.sleeps()) {
            assertThat(sleep).isPositive();
            assertThat(sleep).isLessThanOrEqualTo(longest(policy));
        }
        boolean succeeded = outcome instanceof Outcome.Success<String>;
        assertThat(succeeded).isEqualTo(script.calls() == failures.size() + 1);
        assertThat(scene.events(RetryEvent.RetryScheduled.class)).hasSizeBetween(script.calls() - 1, script.calls());
    }

    private static Duration longest(RetryPolicy policy) {
        Duration cap = policy.backoff().cap();
        return cap.compareTo(policy.maxServerWait()) > 0 ? cap : policy.maxServerWait();
    }

    private static Duration waited(ScriptedOperation<String> script) {
        return script.attempts().getLast().episode().entries().stream()
                .map(Episode.Entry::delayBefore)
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static final Ladder LADDER = Ladder.of(List.of(
            new Model("small", "test", 1, true, 1000, new Prices(1, 1, 1, 1), Set.of()),
            new Model("large", "test", 2, true, 9000, new Prices(2, 2, 2, 2), Set.of())));

    private static <T> T pick(Random random, T[] all) {
        return all[random.nextInt(all.length)];
    }

    private static RetryPolicy policy(Random random) {
        Duration base = Duration.ofMillis(random.nextInt(5000));
        Backoff.Kind kind = pick(random, Backoff.Kind.values());
        Jitter jitter = pick(random, Jitter.values());
        Backoff backoff =
                new Backoff(kind, base, 1 + random.nextDouble() * 5, base.plusMillis(random.nextInt(60_000)), jitter);
        RetryPolicy policy = RetryPolicy.of(backoff)
                .maxAttempts(1 + random.nextInt(8))
                .maxServerWait(Duration.ofSeconds(random.nextInt(1200)))
                .onLongWait(pick(random, LongWait.values()))
                .escalateAfter(random.nextInt(4));
        if (random.nextBoolean()) {
            policy = policy.deadline(Duration.ofMillis(1 + random.nextInt(120_000)));
        }
        if (random.nextInt(4) == 0) {
            policy = policy.retryEverything();
        }
        return policy;
    }

    private static List<Failure> failures(Random random) {
        List<Failure> failures = new ArrayList<>();
        int count = random.nextInt(10);
        for (int i = 0; i < count; i++) {
            FailureType type = pick(random, FailureType.values());
            Failure failure = Failures.of(type, random.nextInt(4) != 0);
            failures.add(
                    random.nextInt(3) == 0
                            ? failure.withRetryAfter(Duration.ofMillis(random.nextInt(2_000_000)))
                            : failure);
        }
        return failures;
    }
}
