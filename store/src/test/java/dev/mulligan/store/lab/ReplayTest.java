package dev.mulligan.store.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.Recovery;
import dev.mulligan.RetryExecutor;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.test.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReplayTest {

    private static RetryPolicy tries(int number) {
        return RetryPolicy.exponential(Duration.ofSeconds(1))
                .maxAttempts(number)
                .named(number + " tries");
    }

    /** Made up with enough tries, then cut to what a policy of {@code tries} would have seen. */
    private static List<Case> seenBy(List<Case> truth, int tries) {
        return truth.stream()
                .map(one ->
                        one.attempts() <= tries ? one : new Case(one.failures().subList(0, tries), false, 0))
                .toList();
    }

    private static double recovered(List<Case> cases) {
        return (double) cases.stream().filter(Case::recovered).count() / cases.size();
    }

    @Test
    void theRecordedPolicyPredictsTheRecordedOutcome() {
        for (long seed = 0; seed < 10; seed++) {
            List<Case> recorded =
                    seenBy(Simulation.cases(Map.of(FailureType.OVERLOADED, 0.4), 0.3, 500, new Random(seed)), 4);
            Prediction prediction = new Replay(recorded).predict(tries(4), new Random(seed));
            assertThat(prediction.recovery().contains(recovered(recorded)))
                    .as("seed %d: %s", seed, prediction)
                    .isTrue();
            assertThat(prediction.recovery().high() - prediction.recovery().low())
                    .isLessThan(0.2);
            assertThat(prediction.guessed()).isZero();
        }
    }

    @Test
    void fewerTriesRecoverAsManyAsTheRecordShows() {
        List<Case> recorded = seenBy(Simulation.cases(Map.of(FailureType.TIMEOUT, 0.5), 0, 2000, new Random(3)), 5);
        Prediction prediction = new Replay(recorded).predict(tries(2), new Random(1));
        assertThat(prediction.recovery().contains(recovered(seenBy(recorded, 2))))
                .isTrue();
        assertThat(prediction.attempts().value()).isBetween(1.9, 2.0);
    }

    @Test
    void moreTriesThanRecordedArePredictedWithWiderRangesThatHold() {
        int held = 0;
        for (long seed = 0; seed < 20; seed++) {
            List<Case> truth = Simulation.cases(Map.of(FailureType.OVERLOADED, 0.5), 0, 800, new Random(seed));
            Prediction prediction = new Replay(seenBy(truth, 2)).predict(tries(6), new Random(seed));
            assertThat(prediction.guessed()).isPositive();
            held += prediction.recovery().contains(recovered(seenBy(truth, 6))) ? 1 : 0;
        }
        assertThat(held).as("of 20 ranges that should hold 19 times").isGreaterThanOrEqualTo(17);
    }

    @Test
    void oneCaseMakesNothingCertain() {
        Failure busy = Failure.of(FailureType.OVERLOADED, true, "busy", Action.RETRY, "r");
        Interval recovery = new Replay(List.of(new Case(List.of(busy), true, 0)))
                .predict(tries(4), new Random(1))
                .recovery();

        assertThat(recovery.value()).isEqualTo(1);
        assertThat(recovery.low()).isBetween(0.2, 0.21);
        assertThat(recovery.high()).isEqualTo(1);
    }

    @Test
    void whatCannotBeRetriedStaysLost() {
        List<Case> cases = Simulation.cases(Map.of(FailureType.AUTH_ERROR, 1.0), 0, 50, new Random(1));
        assertThat(new Replay(cases).predict(tries(9), new Random(1)).recovery().value())
                .isZero();
    }

    @Test
    void casesComeFromWhatTheKernelReports() {
        ManualTime time = new ManualTime();
        Cases cases = new Cases();
        long[] seq = {0};
        RetryExecutor executor = new RetryExecutor(RetryExecutor.Setup.standard()
                .time(time)
                .listener(event -> cases.add(new Recorded("r", seq[0]++, Instant.EPOCH, event))));
        Recovery recovery = Recovery.of(tries(3)).on(executor);
        recovery.run(attempt -> {
            if (attempt.isFirst()) {
                throw new IOException("Connection reset");
            }
            return "fine";
        });
        assertThat(cases.closed()).singleElement().satisfies(one -> {
            assertThat(one.recovered()).isTrue();
            assertThat(one.failures()).hasSize(1);
        });
    }

    @Test
    void moneyFollowsTheAttempts() {
        Failure busy = Failure.of(FailureType.OVERLOADED, true, "busy", Action.RETRY, "r");
        List<Case> cases = List.of(new Case(List.of(busy, busy, busy), true, 0, 4000));
        assertThat(new Replay(cases)
                        .predict(tries(2), new Random(1))
                        .costMicros()
                        .value())
                .as("two of four attempts")
                .isEqualTo(2000);
        assertThat(new Replay(cases)
                        .predict(tries(4), new Random(1))
                        .costMicros()
                        .value())
                .isEqualTo(4000);
    }

    @Test
    void aMixThatCannotBeIsRefused() {
        assertThatThrownBy(() -> Simulation.cases(Map.of(FailureType.TIMEOUT, 1.5), 0, 1, new Random(1)))
                .hasMessageContaining("at most 1");
    }
}
