package dev.mulligan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.guard.Admission;
import dev.mulligan.guard.Bulkhead;
import dev.mulligan.guard.CircuitBreaker;
import dev.mulligan.guard.Guard;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.test.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Guards, listeners, deciders and exceptions that are broken themselves. */
class BrokenPartsTest {

    private static final RetryPolicy THREE =
            RetryPolicy.fixed(Duration.ofSeconds(1)).maxAttempts(3).retryEverything();

    private interface Named extends Guard {
        @Override
        default String name() {
            return "broken";
        }
    }

    @Test
    void aGuardThatThrowsGivesBackThePermitBeforeIt() {
        var bulkhead = new Bulkhead(1);
        var scene = new Scene(bulkhead, new Named() {
            @Override
            public Admission admit(Attempt attempt) {
                throw new IllegalStateException("no answer");
            }
        });
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> scene.recovery(THREE).run(attempt -> "unreached"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no answer");
        }
        assertThat(bulkhead.inFlight()).isZero();
    }

    @Test
    void aGuardThatBreaksLaterEndsTheWalkInGoodOrder() {
        var bulkhead = new Bulkhead(1);
        var scene = new Scene(bulkhead, new Named() {
            @Override
            public Admission admit(Attempt attempt) {
                if (attempt.number() > 1) {
                    throw new AssertionError("broken");
                }
                return Admission.GRANTED;
            }
        });
        assertThatThrownBy(() -> scene.recovery(THREE).run(attempt -> {
                    throw new IOException("reset");
                }))
                .isInstanceOf(AssertionError.class);
        assertThat(bulkhead.inFlight()).isZero();
        assertThat(scene.terminalEvents()).isOne();
        assertThat(scene.executor.activeRetries()).isEmpty();
    }

    @Test
    void aDeciderThatThrowsLeavesNothingBehind() {
        var bulkhead = new Bulkhead(1);
        var scene = new Scene(bulkhead);
        assertThatThrownBy(() -> scene.recovery(THREE)
                        .deciding((episode, moment) -> {
                            throw new IllegalStateException("undecided");
                        })
                        .run(attempt -> {
                            throw new IOException("reset");
                        }))
                .hasMessage("undecided");
        assertThat(bulkhead.inFlight()).isZero();
        assertThat(scene.terminalEvents()).isOne();
    }

    @Test
    void whatGuardsThrowAboutAnEndedAttemptChangesNothingAndReachesTheOthers() {
        var bulkhead = new Bulkhead(1);
        var scene = new Scene(
                new Named() {
                    @Override
                    public void succeeded(Attempt attempt) {
                        throw new IllegalStateException("on success");
                    }

                    @Override
                    public void failed(Attempt attempt, Failure failure) {
                        throw new AssertionError("on failure");
                    }
                },
                bulkhead);
        var calls = new AtomicInteger();
        String result = scene.recovery(THREE).run(attempt -> {
            if (calls.incrementAndGet() == 1) {
                throw new IOException("reset");
            }
            return "done";
        });
        assertThat(result).isEqualTo("done");
        assertThat(bulkhead.inFlight()).isZero();
    }

    @Test
    void aListenersErrorDoesNotChangeTheOutcome() {
        var heard = new ArrayList<Object>();
        var executor = new RetryExecutor(RetryExecutor.Setup.standard()
                .time(new ManualTime())
                .listener(event -> {
                    throw new StackOverflowError("in a listener");
                })
                .listener(heard::add));
        var calls = new AtomicInteger();
        String result = Recovery.of(THREE).on(executor).run(attempt -> {
            if (calls.incrementAndGet() == 1) {
                throw new IOException("reset");
            }
            return "done";
        });
        assertThat(result).isEqualTo("done");
        assertThat(heard).last().isInstanceOf(RetryEvent.RetrySucceeded.class);
    }

    @Test
    void theBreakersOwnListenerDoesNotChangeTheOutcome() {
        var time = new ManualTime();
        var settings = new CircuitBreaker.Settings(1, 1, 1, Duration.ofSeconds(1));
        var breaker = new CircuitBreaker("upstream", settings, time, event -> {
            throw new AssertionError("in a listener");
        });
        var scene = new Scene(breaker);
        Outcome<String> opened = scene.recovery(THREE.maxAttempts(1)).attempt(attempt -> {
            throw new IOException("Connection reset");
        });
        assertThat(opened).isInstanceOf(Outcome.GaveUp.class);
        assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);

        time.advance(Duration.ofSeconds(2));
        String probed = scene.recovery(THREE).run(attempt -> "done");
        assertThat(probed).isEqualTo("done");
        assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void aStageThatEndsWithAnErrorIsNotTriedAgain() {
        var calls = new AtomicInteger();
        CompletableFuture<String> future = new Scene().recovery(THREE).runStage(attempt -> {
            calls.incrementAndGet();
            return CompletableFuture.<String>failedFuture(new NoClassDefFoundError("gone"));
        });
        assertThatThrownBy(future::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(NoClassDefFoundError.class);
        assertThat(calls).hasValue(1);
    }

    @Test
    void anExceptionThatCannotBeReadIsStillTheFailure() {
        class Unreadable extends RuntimeException {
            @Override
            public String getMessage() {
                throw new UnsupportedOperationException("no message");
            }

            @Override
            public synchronized Throwable getCause() {
                throw new UnsupportedOperationException("no cause");
            }
        }
        var thrown = new Unreadable();
        Outcome<String> outcome = new Scene().recovery(THREE).attempt(attempt -> {
            throw thrown;
        });
        assertThat(outcome).isInstanceOfSatisfying(Outcome.GaveUp.class, gaveUp -> {
            assertThat(gaveUp.failure().type()).isEqualTo(FailureType.UNKNOWN);
            assertThat(gaveUp.episode().failures()).isEqualTo(3);
            assertThat(gaveUp.exception()).hasCause(thrown);
        });
    }

    @Test
    void aReaderThatThrowsDoesNotReplaceTheFailure() {
        var executor = new RetryExecutor(
                RetryExecutor.Setup.standard().time(new ManualTime()).reader(thrown -> {
                    throw new IllegalStateException("cannot read");
                }));
        var original = new IOException("reset");
        Outcome<String> outcome = Recovery.of(THREE).on(executor).attempt(attempt -> {
            throw original;
        });
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.GaveUp.class,
                        gaveUp -> assertThat(gaveUp.exception()).hasCause(original));
    }

    @Test
    void aResultNobodyWantsIsAFailure() {
        var bulkhead = new Bulkhead(1);
        var scene = new Scene(bulkhead);
        var results = new ArrayList<>(List.of("", "", "text"));
        Recovery nonEmpty = scene.recovery(THREE).retryIfResult(""::equals);
        String wanted = nonEmpty.run(attempt -> results.removeFirst());
        assertThat(wanted).isEqualTo("text");
        assertThat(scene.time.sleeps()).hasSize(2);

        Outcome<String> never = nonEmpty.attempt(attempt -> "");
        assertThat(never)
                .isInstanceOfSatisfying(
                        Outcome.GaveUp.class,
                        gaveUp -> assertThat(gaveUp.reason()).isEqualTo(GiveUpReason.ATTEMPTS_EXHAUSTED));
        assertThat(bulkhead.inFlight()).isZero();
    }
}
