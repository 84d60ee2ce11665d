package dev.mulligan.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.Failures;
import dev.mulligan.attempt.Attempt;
import dev.mulligan.attempt.Deadline;
import dev.mulligan.attempt.Episode;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.Money;
import dev.mulligan.event.Event;
import dev.mulligan.test.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What guards do with what another program has learnt. */
class SharedGuardsTest {

    private static final Attempt FIRST =
            new Attempt(1, 4, Remedy.Simple.NOTHING, Optional.empty(), Episode.EMPTY, Deadline.NONE);

    private final ManualTime time = new ManualTime();
    private final List<Event> events = new ArrayList<>();
    private final CircuitBreaker breaker = new CircuitBreaker(
            "anthropic", new CircuitBreaker.Settings(4, 2, 0.5, Duration.ofSeconds(5)), time, events::add);

    private boolean passes() {
        return breaker.admit(FIRST) instanceof Admission.Granted;
    }

    @Test
    void circuitOpenedElsewhereLetsNothingPassAndTellsNobodyAgain() {
        breaker.openedElsewhere(Duration.ofSeconds(6));
        assertThat(passes()).isFalse();
        time.advance(Duration.ofMillis(5900));
        assertThat(passes()).isFalse();
        time.advance(Duration.ofMillis(200));
        assertThat(passes()).isTrue();
        assertThat(passes()).as("one probe at a time").isFalse();
        assertThat(events).isEmpty();
    }

    @Test
    void closedElsewhereEndsHearsayOnly() {
        breaker.openedElsewhere(Duration.ofSeconds(5));
        breaker.closedElsewhere();
        assertThat(passes()).isTrue();
        breaker.failed(FIRST, Failures.overloaded());
        breaker.failed(FIRST, Failures.overloaded());
        assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
        breaker.closedElsewhere();
        assertThat(breaker.state()).as("found out here").isEqualTo(CircuitBreaker.State.OPEN);
    }

    @Test
    void newsOfALongerOutageCountsAndOfAShorterDoesNot() {
        breaker.openedElsewhere(Duration.ofSeconds(5));
        breaker.openedElsewhere(Duration.ofSeconds(2));
        time.advance(Duration.ofSeconds(3));
        assertThat(passes()).isFalse();
        breaker.openedElsewhere(Duration.ofSeconds(5));
        time.advance(Duration.ofSeconds(4));
        assertThat(passes()).isFalse();
    }

    @Test
    void pauseTellsWhatItFoundOutAndNotWhatItHeard() {
        List<Duration> told = new ArrayList<>();
        ServerPause pause = new ServerPause("anthropic", time, told::add);
        pause.pausedElsewhere(Duration.ofSeconds(3));
        assertThat(pause.admit(FIRST)).isInstanceOf(Admission.Later.class);
        pause.pause(Duration.ofSeconds(2));
        assertThat(told).as("shorter than what is on").isEmpty();
        pause.pause(Duration.ofSeconds(9));
        assertThat(told).containsExactly(Duration.ofSeconds(9));
    }

    @Test
    void retriesTakenElsewhereCountAgainstTheBudget() {
        RetryBudget budget = new RetryBudget(100, 5, 1_000_000_000L, time);
        budget.takenElsewhere(98);
        assertThat(budget.admitRetry(FIRST, Failures.overloaded())).isInstanceOf(Admission.Granted.class);
        assertThat(budget.admitRetry(FIRST, Failures.overloaded()))
                .as("the one per second was used")
                .isInstanceOf(Admission.Refused.class);
        budget.takenElsewhere(0);
        assertThat(budget.admitRetry(FIRST, Failures.overloaded())).isInstanceOf(Admission.Granted.class);
        assertThat(budget.taken()).isEqualTo(5);
    }

    @Test
    void moneySpentElsewhereCountsForTheBudgetOfThatName() {
        Map<String, Money> theirs = Map.of("project shop", Money.dollars(0.9));
        Budget project = Budget.root(
                "project shop",
                Budget.Limits.NONE.money(Money.dollars(1)),
                time,
                name -> theirs.getOrDefault(name, Money.ZERO));
        Budget session = project.child("session s", Budget.Limits.NONE);
        Budget.Spending little = new Budget.Spending(0, 1, Money.dollars(0.05));
        assertThat(session.reserve(little)).isInstanceOf(Budget.Answer.Reserved.class);
        session.spend(little);
        assertThat(session.reserve(little))
                .isInstanceOfSatisfying(
                        Budget.Answer.Exceeded.class,
                        over -> assertThat(over.budget()).isEqualTo("project shop"));
    }
}
