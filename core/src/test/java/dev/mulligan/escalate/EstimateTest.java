package dev.mulligan.escalate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EstimateTest {

    private static final Model SMALL =
            new Model("small", "p", 1, true, 200_000, new Prices(1, 5, 0.10, 1.25), Set.of());
    private static final Model LARGE =
            new Model("large", "p", 2, true, 1_000_000, new Prices(5, 25, 0.50, 6.25), Set.of());

    @Test
    void countsInputOutputAndACacheThatMustBeWrittenAnew() {
        List<Usage> calls = List.of(new Usage(1000, 3000, 0, 20_000), new Usage(2000, 1000, 40_000, 5000));

        CostEstimate estimate = CostEstimate.next(SMALL, LARGE, calls);

        // small: 2000·$1 + 2000·$5 + 40000·$0.10 + 5000·$1.25; large: 2000·$5 + 2000·$25 + 45000·$6.25, per million
        assertThat(estimate.current()).isEqualTo(Money.dollars(0.02225));
        assertThat(estimate.target()).isEqualTo(Money.dollars(0.34125));
        assertThat(estimate.difference()).isEqualTo(Money.dollars(0.319));
    }

    @Test
    void aSessionWithoutCallsCostsNothingYet() {
        assertThat(CostEstimate.next(SMALL, LARGE, List.of()).target()).isEqualTo(Money.ZERO);
    }

    @Test
    void theShippedTableKnowsModelsByTheNamesClientsUse() {
        Models models = Models.standard();

        for (String name : List.of(
                "claude-sonnet-4-5-20250929",
                "claude-sonnet-4-5@20250929",
                "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
                "anthropic/claude-sonnet-4.5",
                "claude-sonnet-4-5-latest",
                "claude-sonnet-4-5[1m]")) {
            assertThat(models.find(name)).as(name).map(Model::id).contains("claude-sonnet-4-5");
        }
        assertThat(models.find("gpt-5-2025-08-07")).map(Model::id).contains("gpt-5");
        assertThat(models.find("no-such-model")).isEmpty();
    }

    @Test
    void anOlderModelClimbsToTheNextTierThatIsCurrent() {
        Ladder ladder = Models.standard().ladderFor("claude-haiku-4-5-20251001");

        assertThat(ladder.above("claude-haiku-4-5-20251001")).contains("claude-sonnet-5-5");
        assertThat(ladder.above("claude-sonnet-5-5")).contains("claude-opus-5-5");
    }

    @Test
    void theTopOfTheLadderIsAClearError() {
        Ladder ladder = Ladder.of(List.of(SMALL, LARGE));

        assertThat(ladder.strongerThan("small")).isEqualTo("large");
        assertThatThrownBy(() -> ladder.strongerThan("large"))
                .isInstanceOf(TopOfLadderException.class)
                .hasMessageContaining("most capable")
                .hasMessageContaining("small → large");
        assertThatThrownBy(() -> ladder.strongerThan("other")).hasMessageContaining("not on the ladder");
    }

    @Test
    void aBrokenTableNamesItsLine() {
        assertThatThrownBy(() -> ModelTable.parse("# comment\nbad,row\n")).hasMessageContaining("line 2");
        assertThatThrownBy(() -> ModelTable.parse("m,p,1,current,1000,-1,2,3,4,tools"))
                .hasMessageContaining("line 1")
                .hasMessageContaining("input");
    }

    @Test
    void confirmationDependsOnTheEstimate() {
        CostEstimate estimate = CostEstimate.next(SMALL, LARGE, List.of(new Usage(100_000, 10_000, 0, 0)));

        assertThat(estimate.target()).isEqualTo(Money.dollars(0.75));
        assertThat(Confirm.parse("always").needed(estimate)).isTrue();
        assertThat(Confirm.parse("never").needed(estimate)).isFalse();
        assertThat(Confirm.parse("above: $0.50").needed(estimate)).isTrue();
        assertThat(Confirm.parse("above: $0.80").needed(estimate)).isFalse();
        assertThatThrownBy(() -> Confirm.parse("sometimes")).hasMessageContaining("always, never or above");
    }

    @Test
    void moneyShowsTheDigitsThatMatter() {
        assertThat(Money.dollars(0.0042)).hasToString("$0.0042");
        assertThat(Money.dollars(12.5)).hasToString("$12.50");
        assertThat(Money.dollars(-0.31)).hasToString("-$0.3100");
    }
}
