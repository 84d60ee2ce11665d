package dev.mulligan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.CommittingOperation;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Operation;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.policy.Backoff;
import dev.mulligan.policy.Jitter;
import dev.mulligan.policy.LongWait;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.test.ScriptedOperation;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RecoveryTest {

    private final Scene scene = new Scene();
    private final RetryPolicy policy = RetryPolicy.of(
                    Backoff.exponential(Duration.ofSeconds(1)).spread(Jitter.OFF))
            .maxAttempts(4);

    @Test
    void returnsTheResultOfTheFirstAttemptThatSucceeds() {
        ScriptedOperation<String> script =
                ScriptedOperation.failing(List.of(Failures.overloaded(), Failures.overloaded()), "done");

        assertThat(scene.recovery(policy).run(script)).isEqualTo("done");

        assertThat(script.calls()).isEqualTo(3);
        assertThat(scene.time.sleeps()).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void tellsEachAttemptItsNumberTheLastFailureAndWhatIsDifferent() {
        Failure failure = Failures.overloaded();
        ScriptedOperation<String> script = ScriptedOperation.failing(List.of(failure), "done");

        scene.recovery(policy).run(script);

        Attempt first = script.attempts().getFirst();
        assertThat(first.isFirst()).isTrue();
        assertThat(first.lastFailure()).isEmpty();
        assertThat(first.remedy()).isEqualTo(Remedy.Simple.NOTHING);
        Attempt second = script.attempts().getLast();
        assertThat(second.number()).isEqualTo(2);
        assertThat(second.maxAttempts()).isEqualTo(4);
        assertThat(second.lastFailure()).contains(failure);
        assertThat(second.remedy()).isEqualTo(Remedy.Simple.WAIT);
        assertThat(second.episode().failures()).isEqualTo(1);
    }

    @Test
    void givesUpAfterTheLastAttemptWithTheWholeEpisode() {
        IOException refused = new ConnectException("Connection refused by upstream.example");
        GaveUpException gaveUp = catchThrowableOfType(
                GaveUpException.class,
                () -> scene.recovery(policy.alwaysRetry(Set.of(FailureType.NETWORK)))
                        .run(attempt -> {
                            throw refused;
                        }));

        assertThat(gaveUp.reason()).isEqualTo(GiveUpReason.ATTEMPTS_EXHAUSTED);
        assertThat(gaveUp.getCause()).isSameAs(refused);
        assertThat(gaveUp.episode().failures()).isEqualTo(4);
        assertThat(gaveUp.failure().type()).isEqualTo(FailureType.NETWORK);
        assertThat(gaveUp).hasMessageContaining("all 4 attempts failed");
    }

    @Test
    void doesNotRepeatWhatWillFailTheSameWay() {
        ScriptedOperation<String> script = ScriptedOperation.failing(List.of(Failures.auth()), "never");

        Outcome<String> outcome = scene.recovery(policy).attempt(script);

        assertThat(script.calls()).isEqualTo(1);
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.GaveUp.class,
                        gaveUp -> assertThat(gaveUp.reason()).isEqualTo(GiveUpReason.NOT_RETRYABLE));
    }

    @Test
    void anUnknownExceptionIsNotRetriedUnlessTheCallerSaysSo() {
        AtomicInteger calls = new AtomicInteger();
        Operation<String> broken = attempt -> {
            calls.incrementAndGet();
            throw new IllegalStateException("boom");
        };

        assertThat(scene.recovery(policy).attempt(broken)).isInstanceOf(Outcome.GaveUp.class);
        assertThat(calls).hasValue(1);

        assertThat(scene.recovery(policy.retryEverything()).attempt(broken)).isInstanceOf(Outcome.GaveUp.class);
        assertThat(calls).hasValue(5);
    }

    @Test
    void announcesEveryRetryAndOneEnd() {
        scene.recovery(policy).named("ask").run(ScriptedOperation.failing(List.of(Failures.overloaded()), "done"));

        RetryEvent.RetryScheduled scheduled =
                scene.events(RetryEvent.RetryScheduled.class).getFirst();
        assertThat(scheduled.operationId()).startsWith("ask#");
        assertThat(scheduled.attempt()).isEqualTo(2);
        assertThat(scheduled.maxAttempts()).isEqualTo(4);
        assertThat(scheduled.delayMs()).isEqualTo(1000);
        assertThat(scheduled.error().type()).isEqualTo(FailureType.OVERLOADED);
        assertThat(scene.terminalEvents()).isEqualTo(1);
        assertThat(scene.events(RetryEvent.RetrySucceeded.class).getFirst().attempts())
                .isEqualTo(2);
    }

    @Test
    void aListenerThatFailsChangesNothing() {
        RetryExecutor executor = new RetryExecutor(
                RetryExecutor.Setup.standard().time(scene.time).guardedOnlyBy().listener(event -> {
                    throw new IllegalStateException("listener is broken");
                }));

        assertThat(Recovery.of(policy)
                        .on(executor)
                        .run(ScriptedOperation.failing(List.of(Failures.overloaded()), "done")))
                .isEqualTo("done");
    }

    @Test
    void waitsAsLongAsTheServerSaysWhenThatIsLonger() {
        scene.recovery(policy)
                .run(ScriptedOperation.failing(List.of(Failures.rateLimit(Duration.ofSeconds(17))), "done"));

        assertThat(scene.time.sleeps()).containsExactly(Duration.ofSeconds(17));
    }

    @Test
    void aWaitLongerThanAllowedIsNotMadeAndSaysWhenToResume() {
        ScriptedOperation<String> script =
                ScriptedOperation.failing(List.of(Failures.rateLimit(Duration.ofHours(2))), "later");

        GaveUpException gaveUp = catchThrowableOfType(
                GaveUpException.class,
                () -> scene.recovery(policy.onLongWait(LongWait.SCHEDULE)).run(script));

        assertThat(gaveUp.reason()).isEqualTo(GiveUpReason.LONG_WAIT);
        assertThat(gaveUp.resumeAt()).contains(scene.time.now().plus(Duration.ofHours(2)));
        assertThat(scene.time.sleeps()).isEmpty();
    }

    @Test
    void aPolicyThatGivesUpOnLongWaitsNamesNoMoment() {
        GaveUpException gaveUp = catchThrowableOfType(
                GaveUpException.class,
                () -> scene.recovery(policy.onLongWait(LongWait.GIVE_UP))
                        .run(ScriptedOperation.failing(List.of(Failures.rateLimit(Duration.ofHours(2))), "never")));

        assertThat(gaveUp.reason()).isEqualTo(GiveUpReason.LONG_WAIT);
        assertThat(gaveUp.resumeAt()).isEmpty();
    }

    @Test
    void unattendedWaitsOutAUsageWindow() {
        RetryPolicy unattended = PolicyTemplates.get("unattended");
        ScriptedOperation<String> script =
                ScriptedOperation.failing(List.of(Failures.rateLimit(Duration.ofHours(5))), "done");

        assertThat(scene.recovery(unattended).run(script)).isEqualTo("done");
        assertThat(scene.time.sleeps()).containsExactly(Duration.ofHours(5));
    }

    @Test
    void aLongWaitIsPutToAPersonWhereThePolicySaysSo() {
        RetryExecutor.Setup setup =
                RetryExecutor.Setup.standard().time(scene.time).guardedOnlyBy();
        RetryPolicy asking = policy.onLongWait(LongWait.ASK);
        List<Failure> twoHours = List.of(Failures.rateLimit(Duration.ofHours(2)));

        Recovery yes = Recovery.of(asking).on(new RetryExecutor(setup.asker(question -> question.contains("2h"))));
        assertThat(yes.run(ScriptedOperation.failing(twoHours, "done"))).isEqualTo("done");

        Recovery nobody = Recovery.of(asking).on(new RetryExecutor(setup));
        assertThat(nobody.attempt(ScriptedOperation.failing(twoHours, "done"))).isInstanceOf(Outcome.GaveUp.class);
    }

    @Test
    void noWaitPassesTheDeadline() {
        ScriptedOperation<String> script = ScriptedOperation.failing(
                List.of(Failures.overloaded(), Failures.overloaded(), Failures.overloaded()), "late");

        GaveUpException gaveUp = catchThrowableOfType(
                GaveUpException.class,
                () -> scene.recovery(policy.deadline(Duration.ofMillis(2500))).run(script));

        assertThat(gaveUp.reason()).isEqualTo(GiveUpReason.DEADLINE);
        assertThat(scene.time.sleeps()).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void anInnerRecoveryCannotOutliveTheOuterDeadline() {
        Recovery inner = scene.recovery(policy.maxAttempts(10));
        Recovery outer = scene.recovery(policy.deadline(Duration.ofSeconds(5)));

        assertThat(outer.<String>attempt(attempt -> inner.run(i -> {
                    throw new FailureException(Failures.overloaded());
                })))
                .isInstanceOf(Outcome.GaveUp.class);
        assertThat(scene.time.nanos()).isLessThan(Duration.ofSeconds(5).toNanos());
    }

    @Test
    void anAttemptThatTakesTooLongIsInterruptedAndRetried() {
        AtomicInteger calls = new AtomicInteger();
        String result = scene.recovery(policy.attemptTimeout(Duration.ofSeconds(10)))
                .run(attempt -> {
                    if (calls.incrementAndGet() == 1) {
                        scene.time.sleep(Duration.ofMinutes(1));
                    }
                    return "done";
                });

        assertThat(result).isEqualTo("done");
        RetryEvent.RetryScheduled scheduled =
                scene.events(RetryEvent.RetryScheduled.class).getFirst();
        assertThat(scheduled.error().type()).isEqualTo(FailureType.TIMEOUT);
        assertThat(scheduled.error().message()).contains("10s");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void nothingIsRepeatedAfterTheCommitPoint() {
        AtomicInteger calls = new AtomicInteger();
        CommittingOperation<String> streaming = (attempt, commitPoint) -> {
            if (calls.incrementAndGet() == 2) {
                commitPoint.reach();
            }
            throw new FailureException(Failures.overloaded());
        };

        assertThatThrownBy(() -> scene.recovery(policy).run(streaming))
                .isInstanceOfSatisfying(
                        GaveUpException.class,
                        gaveUp -> assertThat(gaveUp.reason()).isEqualTo(GiveUpReason.COMMITTED));
        assertThat(calls).hasValue(2);
    }

    @Test
    void threeNestedLoopsMakeFourCallsNotSixtyFour() {
        AtomicInteger calls = new AtomicInteger();
        Recovery recovery = scene.recovery(policy);

        Outcome<String> outcome = recovery.attempt(outer -> recovery.run(middle -> {
            try {
                return recovery.run(inner -> {
                    calls.incrementAndGet();
                    throw new FailureException(Failures.overloaded());
                });
            } catch (GaveUpException e) {
                throw new IOException("wrapped on the way up", e);
            }
        }));

        assertThat(calls).hasValue(4);
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.GaveUp.class,
                        gaveUp -> assertThat(gaveUp.reason()).isEqualTo(GiveUpReason.NESTED_EXHAUSTED));
    }

    @Test
    void resumesAfterARecordedEpisode() {
        GaveUpException first = catchThrowableOfType(
                GaveUpException.class,
                () -> scene.recovery(policy.deadline(Duration.ofMillis(1500))).run(attempt -> {
                    throw new FailureException(Failures.overloaded());
                }));
        assertThat(first.episode().failures()).isEqualTo(2);
        Episode recorded = Episode.of(first.episode().entries());
        ScriptedOperation<String> rest = ScriptedOperation.failing(List.of(Failures.overloaded()), "done");

        assertThat(scene.recovery(policy).resuming(recorded).run(rest)).isEqualTo("done");

        assertThat(rest.attempts()).extracting(Attempt::number).containsExactly(3, 4);
        assertThat(rest.attempts().getFirst().lastFailure()).isPresent();
    }

    @Test
    void anErrorOfTheProgramItselfPassesThroughAfterOneEnd() {
        assertThatThrownBy(() -> scene.recovery(policy.retryEverything()).run(attempt -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);

        assertThat(scene.terminalEvents()).isEqualTo(1);
        assertThat(scene.executor.activeRetries()).isEmpty();
    }

    @Test
    void aFailureOfTheWorkIsRetriedWithItsErrorOnlyWhereTheOperationCanUseIt() {
        Failure red = Failures.testFailed("test_total: 25 != 30");

        assertThat(scene.recovery(policy).attempt(ScriptedOperation.failing(List.of(red), "green")))
                .isInstanceOf(Outcome.GaveUp.class);

        ScriptedOperation<String> script = ScriptedOperation.failing(List.of(red), "green");
        assertThat(scene.recovery(policy).addingContext().run(script)).isEqualTo("green");
        assertThat(script.attempts().getLast().remedy()).isEqualTo(Remedy.Simple.ADD_ERROR_CONTEXT);
    }

    @Test
    void shrinksTheContextWhereTheOperationCan() {
        ScriptedOperation<String> script = ScriptedOperation.failing(List.of(Failures.contextLimit()), "shorter");

        assertThat(scene.recovery(policy).shrinking().run(script)).isEqualTo("shorter");

        assertThat(script.attempts().getLast().remedy()).isEqualTo(Remedy.Simple.SHRINK_CONTEXT);
        assertThat(scene.time.sleeps()).isEmpty();
    }

    @Test
    void listenersHearNoSecret() {
        String key = "gh" + "p_A1b2C3d4E5f6G7h8J9k0L1m2N3p4Q5r6S7t8";

        assertThatThrownBy(() -> scene.recovery(policy).named("call " + key).run(attempt -> {
                    throw new ConnectException("connection refused, sent " + key);
                }))
                .isInstanceOf(GaveUpException.class);

        assertThat(scene.events(RetryEvent.RetryScheduled.class)).isNotEmpty();
        assertThat(scene.events.toString()).doesNotContain(key.substring(4, 20));
    }
}
