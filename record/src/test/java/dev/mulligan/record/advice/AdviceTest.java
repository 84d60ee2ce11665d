package dev.mulligan.record.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.record.advice.StageHistory.Score;
import dev.mulligan.record.learn.CascadeRule;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AdviceTest {

    private static final AdaptConfig CONFIG = AdaptConfig.standard();

    private static StageHistory history(int failed, int passed) {
        return new StageHistory(
                Stream.concat(Collections.nCopies(failed, false).stream(), Collections.nCopies(passed, true).stream())
                        .toList(),
                Map.of(),
                Map.of());
    }

    private static String advice(int attempt, StageHistory history) {
        return Advice.on("nigel", attempt, history, CONFIG).strategy();
    }

    @Test
    void aStageThatSeldomFailsIsSimplyRetried() {
        assertThat(advice(1, StageHistory.NONE)).isEqualTo("retry");
        assertThat(advice(1, history(1, 0)))
                .as("one failure of one says nothing")
                .isEqualTo("retry");
        assertThat(advice(1, history(2, 8))).as("exactly the threshold").isEqualTo("retry");
    }

    @Test
    void aStageThatOftenFailsGetsItsStrategiesInTurnAndThenNoMore() {
        assertThat(advice(1, history(3, 7))).isEqualTo("simplify-tests");
        assertThat(advice(2, history(3, 7))).isEqualTo("add-context");
        assertThat(advice(3, history(3, 7))).as("all tried").isEqualTo("abort-recommended");
        assertThat(advice(4, history(0, 10))).as("over maxRetries").isEqualTo("abort-recommended");
    }

    @Test
    void onlyTheNewestRunsCount() {
        StageHistory longAgo = new StageHistory(
                Stream.concat(Collections.nCopies(10, true).stream(), Collections.nCopies(50, false).stream())
                        .toList(),
                Map.of(),
                Map.of());
        assertThat(Advice.on("nigel", 1, longAgo, CONFIG).failureRate()).isZero();
    }

    @Test
    void whatWorkedBeforeMovesUpAndTheNumbersAreShown() {
        StageHistory history = new StageHistory(
                Collections.nCopies(5, false),
                Map.of(),
                Map.of("add-context", new Score(10, 9), "simplify-tests", new Score(10, 1)));
        Advice advice = Advice.on("nigel", 1, history, CONFIG);
        assertThat(advice.strategy()).isEqualTo("add-context");
        assertThat(advice.why()).contains("5 of the last 5").contains("9 of 10");
        StageHistory lucky =
                new StageHistory(Collections.nCopies(5, false), Map.of(), Map.of("add-context", new Score(1, 1)));
        assertThat(advice(1, lucky)).as("once is luck").isEqualTo("simplify-tests");
    }

    @Test
    void whatWorkedOnThisVeryFailureCountsMoreThanElsewhere() {
        StageHistory history = new StageHistory(
                Collections.nCopies(5, false),
                Map.of("simplify-tests", new Score(5, 0), "add-context", new Score(5, 5)),
                Map.of("simplify-tests", new Score(50, 45), "add-context", new Score(50, 10)));
        assertThat(advice(1, history)).isEqualTo("add-context");
    }

    @Test
    void neverMeansNever() {
        AdaptConfig config =
                new AdaptConfig(3, 10, 0.2, 3, Map.of(), Map.of(), List.of("security"), CascadeRule.STANDARD);
        assertThat(Advice.on("security", 1, StageHistory.NONE, config).strategy())
                .isEqualTo("abort-recommended");
    }

    @Test
    void badSettingsAreRefusedByName() {
        assertThatThrownBy(() -> new AdaptConfig(3, 0, 0.2, 3, Map.of(), Map.of(), List.of(), CascadeRule.STANDARD))
                .hasMessageContaining("windowSize");
    }
}
