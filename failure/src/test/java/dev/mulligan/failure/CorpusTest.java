package dev.mulligan.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CorpusTest {
    @Test
    void reachesTheFiguresOnTheDevelopmentCorpus() {
        Score score = Score.of(Classifier.standard(), LabelledCase.read("errors-dev.jsonl"));
        String context = score + "\n" + score.misses();
        assertThat(score.failureFlag()).as(context).isEqualTo(1.0);
        assertThat(score.type()).as(context).isGreaterThanOrEqualTo(0.97);
        assertThat(score.errorType()).as(context).isGreaterThanOrEqualTo(0.97);
        assertThat(score.retryable()).as(context).isGreaterThanOrEqualTo(0.98);
        assertThat(score.statedExact()).as(context).isGreaterThanOrEqualTo(0.98);
        assertThat(score.invented()).as(context).isZero();
        assertThat(score.action()).as(context).isGreaterThanOrEqualTo(0.90);
    }

    @Test
    void holdsOnOtherProvidersToolsAndWordings() {
        Score score = Score.of(Classifier.standard(), LabelledCase.read("errors-own.jsonl"));
        String context = score + "\n" + score.misses();
        assertThat(score.failureFlag()).as(context).isEqualTo(1.0);
        assertThat(score.type()).as(context).isGreaterThanOrEqualTo(0.97);
        assertThat(score.retryable()).as(context).isGreaterThanOrEqualTo(0.98);
        assertThat(score.statedExact()).as(context).isEqualTo(1.0);
        assertThat(score.invented()).as(context).isZero();
    }
}
