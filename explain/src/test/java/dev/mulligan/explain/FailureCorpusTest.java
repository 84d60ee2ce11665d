package dev.mulligan.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real runs: {@code runs} as given, {@code more-runs} other options, tools and versions, {@code written} from documentation. */
class FailureCorpusTest {

    @ParameterizedTest
    @ValueSource(strings = {"runs", "more-runs", "written"})
    void recordedRunsKeepTheirFigures(String name) throws Exception {
        Scores s = Scores.of(runs("/failures/" + name + ".jsonl"), Explainer.standard());
        System.out.println(name + ": " + s);
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
