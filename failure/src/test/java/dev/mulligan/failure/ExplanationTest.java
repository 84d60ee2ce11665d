package dev.mulligan.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.failure.classify.Classifier;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    @Test
    void namesThePhraseThePartAndTheDelaysSource() {
        Evidence evidence = new Evidence.Http(
                429, Map.of("retry-after", "1200"), "{\"error\":{\"message\":\"Rate limit reached for requests\"}}");
        VerdictExplanation explanation = Classifier.standard().explain(evidence);
        assertThat(explanation.verdict()).isEqualTo(Classifier.standard().classify(evidence));
        assertThat(explanation.matches()).anySatisfy(match -> {
            assertThat(match.part()).isEqualTo("body");
            assertThat(match.phrase()).isEqualTo("rate limit");
            assertThat(match.excerpt()).contains("Rate limit");
        });
        assertThat(explanation.delaySource()).contains("retry-after");
        assertThat(explanation.notes()).anyMatch(note -> note.contains("ten minutes"));
    }

    @Test
    void explainsASuccess() {
        VerdictExplanation explanation =
                Classifier.standard().explain(new Evidence.Exited("cat log", 0, "429 Too Many Requests", ""));
        assertThat(explanation.verdict()).isInstanceOf(Verdict.NotAFailure.class);
        assertThat(explanation.matches()).isEmpty();
    }
}
