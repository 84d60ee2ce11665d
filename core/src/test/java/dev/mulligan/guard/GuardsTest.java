package dev.mulligan.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.CircuitBreakerRetryExecutor;
import dev.mulligan.Failures;
import dev.mulligan.Outcome;
import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.attempt.FailureException;
import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.escalate.Money;
import dev.mulligan.event.CircuitEvent;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.test.ManualTime;
import dev.mulligan.test.ScriptedOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GuardsTest {

    private final ManualTime time = new ManualTime();
    private final List<Event> events = new ArrayList<>();
    private final RetryPolicy policy = RetryPolicy.fixed(Duration.ofMillis(10)).maxAttempts(4);

    private Recovery guarded(Guard... guards) {
        return Recovery.of(policy)
                .on(new RetryExecutor(RetryExecutor.Setup.standard()
                        .time(time)
                        .guardedOnlyBy(guards)
                        .listener(events::add)));
    }

    private static GiveUpReason reason(Outcome<?> outcome) {
        return ((Outcome.GaveUp<?>) outcome).reason();
    }

    @Test
    void anOutageCostsAboutOneCallPerOperation() {
        Recovery recovery = guarded(new RetryBudget(time));
        AtomicInteger calls = new AtomicInteger();

        for (int i = 0; i < 10_000; i++) {
            recovery.attempt(attempt -> {
                calls.incrementAndGet();
                throw new FailureException(Failures.overloaded());
            });
        }

        assertThat(calls.get()).isLessThanOrEqualTo(10_500);
        assertThat(events.stream()
                        .filter(e -> e instanceof RetryEvent.AttemptRefused refused
                                && refused.reason() == GiveUpReason.RETRY_BUDGET))
                .hasSizeGreaterThan(9_000);
    }

    @Test
    void aFlakyUpstreamKeepsItsRetries() {
        Recovery recovery = guarded(new RetryBudget(time));
        int succeeded = 0;
        for (int i = 0; i < 10_000; i++) {
            ScriptedOperation<String> script =
                    ScriptedOperation.failing(List.of(Failures.overloaded(), Failures.overloaded()), "done");
            succeeded += recovery.attempt(script) instanceof Outcome.Success<String> ? 1 : 0;
        }
        assertThat(succeeded).isEqualTo(10_000);
    }

    @Test
    void theFloorLetsAQuietCallerRetryHoweverEmptyTheBudgetIs() {
        Recovery recovery = guarded(new RetryBudget(0, 5, 1_000_000_000L, time));

        assertThat(recovery.attempt(ScriptedOperation.failing(List.of(Failures.overloaded()), "a")))
                .isInstanceOf(Outcome.Success.class);
        assertThat(recovery.attempt(ScriptedOperation.failing(List.of(Failures.overloaded()), "b")))
                .isInstanceOf(Outcome.GaveUp.class);
        time.advance(Duration.ofSeconds(1));
        assertThat(recovery.attempt(ScriptedOperation.failing(List.of(Failures.overloaded()), "c")))
                .isInstanceOf(Outcome.Success.class);
    }

    @Test
    void theBreakerOpensProbesAndCloses() {
        CircuitBreaker breaker = new CircuitBreaker(
                "upstream/model", new CircuitBreaker.Settings(10, 4, 0.5, Duration.ofSeconds(30)), time, events::add);
        CircuitBreakerRetryExecutor executor = new CircuitBreakerRetryExecutor(
                RetryExecutor.Setup.standard().time(time).guardedOnlyBy().listener(events::add), breaker);
        AtomicInteger calls = new AtomicInteger();
        Recovery recovery = Recovery.of(policy).on(executor);

        recovery.attempt(attempt -> {
            calls.incrementAndGet();
            throw new FailureException(Failures.overloaded());
        });
        assertThat(executor.circuitState()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(events)
                .anyMatch(e -> e instanceof CircuitEvent.CircuitOpened opened
                        && opened.scope().equals("upstream/model"));

        Outcome<String> refused = recovery.attempt(attempt -> "never called " + calls.incrementAndGet());
        assertThat(reason(refused)).isEqualTo(GiveUpReason.CIRCUIT_OPEN);
        assertThat(calls).hasValue(4);

        time.advance(Duration.ofSeconds(30));
        assertThat(recovery.<String>run(attempt -> "alive")).isEqualTo("alive");
        assertThat(executor.circuitState()).isEqualTo(CircuitBreaker.State.CLOSED);
        assertThat(events).anyMatch(CircuitEvent.CircuitClosed.class::isInstance);
    }

    @Test
    void aProbeThatFailsOpensTheCircuitAgain() {
        CircuitBreaker breaker = new CircuitBreaker(
                "s", new CircuitBreaker.Settings(4, 2, 0.5, Duration.ofSeconds(30)), time, events::add);
        Recovery recovery = guarded(breaker);
        recovery.attempt(ScriptedOperation.failing(List.of(Failures.overloaded(), Failures.overloaded()), "x"));
        time.advance(Duration.ofSeconds(31));

        recovery.attempt(ScriptedOperation.failing(List.of(Failures.overloaded()), "x"));

        assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
    }

    @Test
    void aBadRequestSaysNothingAboutTheUpstreamsHealth() {
        CircuitBreaker breaker = new CircuitBreaker(
                "s", new CircuitBreaker.Settings(4, 2, 0.5, Duration.ofSeconds(30)), time, events::add);
        for (int i = 0; i < 10; i++) {
            guarded(breaker).attempt(ScriptedOperation.failing(List.of(Failures.auth()), "x"));
        }
        assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void oneCallersPauseIsEverybodysPause() {
        Recovery recovery = guarded(new ServerPause("upstream", time));
        recovery.attempt(attempt -> {
            throw new FailureException(Failures.rateLimit(Duration.ofMinutes(9)));
        });

        Outcome<String> another = recovery.attempt(attempt -> "never called while the pause lasts");

        assertThat(reason(another)).isEqualTo(GiveUpReason.LONG_WAIT);
        time.advance(Duration.ofMinutes(9).minusSeconds(20));
        assertThat(recovery.<String>run(attempt -> "after the pause")).isEqualTo("after the pause");
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(20));
        assertThat(events).anyMatch(RetryEvent.AttemptDelayed.class::isInstance);
    }

    @Test
    void aPauseLongerThanThePolicyAllowsIsRefusedWithItsLength() {
        ServerPause pause = new ServerPause("upstream", time);
        pause.pause(Duration.ofMinutes(9));

        Outcome<String> outcome = guarded(pause).attempt(attempt -> "never");

        assertThat(reason(outcome)).isEqualTo(GiveUpReason.LONG_WAIT);
        assertThat(time.sleeps()).isEmpty();
    }

    @Test
    void theBulkheadAdmitsNoMoreThanItsLimitAndFreesEveryPlace() {
        Bulkhead bulkhead = new Bulkhead(1);
        Recovery recovery = guarded(bulkhead);

        String result = recovery.run(outer -> {
            assertThat(reason(recovery.attempt(inner -> "second"))).isEqualTo(GiveUpReason.BULKHEAD_FULL);
            return "first";
        });

        assertThat(result).isEqualTo("first");
        recovery.attempt(ScriptedOperation.failing(List.of(Failures.overloaded(), Failures.auth()), "x"));
        assertThatThrownBy(() -> recovery.run(attempt -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);
        assertThat(bulkhead.inFlight()).isZero();
    }

    @Test
    void aRefusalGivesBackWhatEarlierGuardsHeld() {
        Bulkhead bulkhead = new Bulkhead(5);
        Budget budget = Budget.root("run", Budget.Limits.NONE.attempts(1), time);
        Recovery recovery = guarded(bulkhead, new BudgetGuard(budget));

        recovery.run(attempt -> "one");
        Outcome<String> outcome = recovery.attempt(attempt -> "two");

        assertThat(reason(outcome)).isEqualTo(GiveUpReason.BUDGET);
        assertThat(bulkhead.inFlight()).isZero();
    }

    @Test
    void childrenDrawFromTheirParents() {
        Budget run = Budget.root("run", Budget.Limits.NONE.money(Money.dollars(1.00)), time);
        Budget a = run.child("step a", Budget.Limits.NONE.money(Money.dollars(0.80)));
        Budget b = run.child("step b", Budget.Limits.NONE);

        Budget.Reservation held = reserved(a.reserve(spend(0.70)));
        assertThat(b.reserve(spend(0.40))).isInstanceOfSatisfying(Budget.Answer.Exceeded.class, over -> {
            assertThat(over.budget()).isEqualTo("run");
            assertThat(over.what()).contains("$1.00");
        });
        held.commit(spend(0.10));
        held.commit(spend(0.90));

        assertThat(reserved(b.reserve(spend(0.40)))).isNotNull();
        assertThat(run.spent().money()).isEqualTo(Money.dollars(0.10));
        assertThat(a.reserve(spend(0.71))).isInstanceOf(Budget.Answer.Exceeded.class);
    }

    @Test
    void timeIsPartOfTheBudget() {
        Budget run = Budget.root("run", Budget.Limits.NONE.time(Duration.ofMinutes(5)), time);
        assertThat(run.reserve(spend(0))).isInstanceOf(Budget.Answer.Reserved.class);
        time.advance(Duration.ofMinutes(5));
        assertThat(run.reserve(spend(0))).isInstanceOf(Budget.Answer.Exceeded.class);
    }

    private static Budget.Spending spend(double dollars) {
        return Budget.Spending.attempt(Money.dollars(dollars));
    }

    private static Budget.Reservation reserved(Budget.Answer answer) {
        return ((Budget.Answer.Reserved) answer).reservation();
    }
}
