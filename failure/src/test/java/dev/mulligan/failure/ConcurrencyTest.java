package dev.mulligan.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.failure.classify.Classifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {
    @Test
    void manyThreadsGetTheSameAnswersAsOne() throws Exception {
        Classifier classifier = Classifier.standard();
        List<LabelledCase> cases = LabelledCase.read("errors-own.jsonl");
        List<Verdict> alone =
                cases.stream().map(one -> classifier.classify(one.evidence())).toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<Verdict>>> together = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                together.add(threads.submit(() -> {
                    List<Verdict> verdicts = new ArrayList<>();
                    for (LabelledCase one : cases) {
                        verdicts.add(classifier.classify(one.evidence()));
                    }
                    return verdicts;
                }));
            }
            for (Future<List<Verdict>> verdicts : together) {
                assertThat(verdicts.get()).isEqualTo(alone);
            }
        }
    }
}
