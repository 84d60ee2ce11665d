package dev.mulligan.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FailureCorpusTest {

    @Test
    void recordedRunsKeepTheirFigures() throws Exception {
        Scores s = Scores.of(runs("/failures/runs.jsonl"), Explainer.standard());
        System.out.println("recorded runs: " + s);
        assertThat(s.precision()).as("%s", s.faults()).isGreaterThanOrEqualTo(0.98);
        assertThat(s.recall()).as("%s", s.faults()).isGreaterThanOrEqualTo(0.98);
        assertThat(s.nearMissesConfused()).as("%s", s.faults()).isLessThanOrEqualTo(2);
        assertThat(s.complete()).as("%s", s.faults()).isGreaterThanOrEqualTo(0.97);
        assertThat(s.spurious()).as("%s", s.faults()).isLessThanOrEqualTo(3);
    }

    static List<RecordedRun> runs(String resource) throws IOException, URISyntaxException {
        return RecordedRun.read(Path.of(Objects.requireNonNull(FailureCorpusTest.class.getResource(resource))
                .toURI()));
    }
}
