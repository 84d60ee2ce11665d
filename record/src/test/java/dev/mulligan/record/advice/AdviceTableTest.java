package dev.mulligan.record.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mulligan.record.advice.StageHistory.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules as tables. In a history, {@code F} is a run that failed at the stage and {@code P} one that passed it, newest first. */
class AdviceTableTest {

    private static StageHistory history(String runs) {
        List<Boolean> recent =
                runs.chars().mapToObj(run -> run == 'P').collect(Collectors.toCollection(ArrayList::new));
        return new StageHistory(recent, Map.of(), Map.of());
    }

    private static Advice advice(String stage, int attempt, String runs) {
        return Advice.on(stage, attempt, history(runs == null ? "" : runs), AdaptConfig.standard());
    }

    @ParameterizedTest(name = "{0}: {1} over {2} runs")
    @CsvSource(textBlock = """
            '',                     0,    0
            F,                      1,    1
            P,                      0,    1
            FP,                     0.5,  2
            PPPPPPPPFF,             0.2,  10
            FPPPPPPPPPFFFFFFFFFF,   0.1,  10
            PPPPPPPPPPF,            0,    10
            FFFFFFFFFFPPPPP,        1,    10
            """)
    void theRateIsThatOfTheNewestRunsThatReachedTheStage(String runs, double rate, int samples) {
        Advice advice = advice("nigel", 1, runs);
        assertThat(advice.failureRate()).isEqualTo(rate, within(1e-9));
        assertThat(advice.samples()).isEqualTo(samples);
    }

    @ParameterizedTest(name = "{0} at attempt {1} -> {2}")
    @CsvSource(textBlock = """
            '',         1, retry,             first failure ever
            F,          1, retry,             too few samples
            FF,         1, retry,             too few samples
            FFF,        1, simplify-tests,    enough of them
            FPPPPPPPPP, 1, retry,             10 % is not above the threshold
            FFPPPPPPPP, 1, retry,             nor is exactly 20 %
            FFFPPPPPPP, 1, simplify-tests,    30 % is
            FFFPPPPPPP, 2, add-context,       the stage's next one
            FFFPPPPPPP, 3, abort-recommended, none is left
            PPPPPPPPPP, 3, retry,             the last attempt that is allowed
            PPPPPPPPPP, 4, abort-recommended, over maxRetries
            '',         4, abort-recommended, over maxRetries without any history
            """)
    void theStrategyFollowsRateAndAttempt(String runs, int attempt, String strategy, String why) {
        assertThat(advice("nigel", attempt, runs).strategy()).as(why).isEqualTo(strategy);
    }

    @ParameterizedTest(name = "{0}: {1}, then {2}")
    @CsvSource(textBlock = """
            alex,            simplify-prompt, add-context
            cass,            reduce-stories,  simplify-prompt
            nigel,           simplify-tests,  add-context
            codey-plan,      add-context,     simplify-prompt
            codey-implement, incremental,     rollback
            test,            add-context,     incremental
            never-heard-of,  add-context,     simplify-prompt
            """)
    void eachStageHasItsOrder(String stage, String first, String second) {
        assertThat(advice(stage, 1, "FFFF").strategy()).isEqualTo(first);
        assertThat(advice(stage, 2, "FFFF").strategy()).isEqualTo(second);
    }

    @ParameterizedTest(name = "{0} of {1} against {2} of {3} -> {4}")
    @CsvSource(textBlock = """
            1, 1,   0, 0,   simplify-tests, one success is luck
            2, 2,   0, 0,   simplify-tests, two are too few
            3, 3,   0, 0,   add-context,    three are enough
            0, 9,   0, 0,   simplify-tests, what never worked does not move up
            9, 10,  1, 10,  add-context,    the better record
            1, 10,  9, 10,  simplify-tests, the better record
            3, 3,   50, 60, simplify-tests, many good ones convince more than few perfect ones
            """)
    void recordsMoveAStrategyUpOnlyWithEnoughEvidence(
            long won, long tried, long otherWon, long otherTried, String strategy, String why) {
        StageHistory history = new StageHistory(
                List.of(false, false, false, false),
                Map.of(),
                Map.of("add-context", new Score(tried, won), "simplify-tests", new Score(otherTried, otherWon)));
        Advice advice = Advice.on("nigel", 1, history, AdaptConfig.standard());
        assertThat(advice.strategy()).as(why).isEqualTo(strategy);
        assertThat(advice.options()).as("the numbers behind it").hasSize(2).anySatisfy(option -> {
            assertThat(option.strategy()).isEqualTo("add-context");
            assertThat(option.score()).isEqualTo(new Score(tried, won));
        });
    }
}
