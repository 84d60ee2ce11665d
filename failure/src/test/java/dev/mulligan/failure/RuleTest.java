package dev.mulligan.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mulligan.failure.classify.Classifier;
import dev.mulligan.failure.rule.Rule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuleTest {
    private static final Evidence.Http TEAPOT =
            new Evidence.Http(418, Map.of("X-Team", "blue kettle"), "{\"error\":{\"message\":\"the Kettle is cold\"}}");

    private static Failure classify(Evidence evidence, Rule... rules) {
        return switch (Classifier.withRules(List.of(rules)).classify(evidence)) {
            case Verdict.Failed failed -> failed.failure();
            case Verdict.NotAFailure no -> throw new AssertionError(no);
        };
    }

    @Test
    void theFirstUserRuleThatMatchesWins() {
        Failure failure = classify(
                TEAPOT,
                Rule.containing("other", FailureType.TIMEOUT, "pan"),
                Rule.containing("kettle", FailureType.OVERLOADED, "kettle is COLD"),
                Rule.containing("late", FailureType.NETWORK, "kettle"));
        assertThat(failure.type()).isEqualTo(FailureType.OVERLOADED);
        assertThat(failure.rule()).isEqualTo("kettle");
        assertThat(failure.retryable()).isTrue();
        assertThat(failure.message()).isEqualTo("the Kettle is cold");
    }

    @Test
    void aRuleMayFixRetryAndAction() {
        Failure failure = classify(
                TEAPOT,
                Rule.matching("kettle", FailureType.SERVER_ERROR, "(?i)kettle is (cold|off)")
                        .whenStatus(418)
                        .thenRetry(false)
                        .thenDo(Action.FALLBACK_MODEL));
        assertThat(failure.retryable()).isFalse();
        assertThat(failure.bestAction()).isEqualTo(Action.FALLBACK_MODEL);
    }

    @Test
    void headersFormsAndStatusMustFit() {
        Rule header = new Rule(
                "team",
                FailureType.RESOURCE,
                new Rule.Condition(
                        "", Optional.empty(), Set.of(), Map.of("x-team", "BLUE"), Set.of(Evidence.Form.HTTP), Set.of()),
                Optional.empty(),
                Optional.empty());
        assertThat(classify(TEAPOT, header).type()).isEqualTo(FailureType.RESOURCE);
        assertThat(classify(TEAPOT, header.whenStatus(500)).type()).isEqualTo(FailureType.INVALID_REQUEST);
    }

    @Test
    void aSuccessIsOnlyTouchedByARuleThatNamesIt() {
        Evidence fine = new Evidence.Http(200, Map.of(), "{\"ok\":\"kettle\"}");
        Rule rule = Rule.containing("kettle", FailureType.OVERLOADED, "kettle");
        assertThat(Classifier.withRules(List.of(rule)).classify(fine)).isInstanceOf(Verdict.NotAFailure.class);
        assertThat(classify(fine, rule.whenStatus(200)).type()).isEqualTo(FailureType.OVERLOADED);
    }

    @Test
    void badRulesSayWhatIsWrong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rule.matching("r", FailureType.TIMEOUT, "a(b"))
                .withMessageContaining("rule r")
                .withMessageContaining("a(b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rule.matching("r", FailureType.TIMEOUT, "(?=x)"))
                .withMessageContaining("RE2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rule.matching("r", FailureType.TIMEOUT, "x".repeat(2000)))
                .withMessageContaining("at most 1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rule.matching("r", FailureType.TIMEOUT, "((a{100}){100}){10}"))
                .withMessageContaining("r");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rule.containing("r", FailureType.TIMEOUT, ""))
                .withMessageContaining("no condition");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rule.containing(" ", FailureType.TIMEOUT, "x"))
                .withMessageContaining("no name");
    }
}
