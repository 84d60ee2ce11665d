package dev.mulligan.orchestrator.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.RunEvent.RunResumed;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run's trace holds what the store holds, whatever happens to the threads and files in between. */
class TracesTest {

    @TempDir
    Path folder;

    @Test
    void interruptsOfStepsAndFilesThatVanishCostNoEvent() throws Exception {
        try (EventStore store = EventStore.open(folder.resolve("store.db").toString());
                Traces traces = new Traces(runId -> RunFolder.of(folder.resolve("home"), runId), store)) {
            List<Recorded> all = new ArrayList<>();
            for (int seq = 1; seq <= 40; seq++) {
                Recorded event = new Recorded("run", seq, Instant.EPOCH.plusMillis(seq), new RunResumed("test " + seq));
                all.add(event);
                store.append(List.of(event));
                if (seq % 3 == 0) {
                    Thread.currentThread().interrupt();
                }
                traces.accept(event);
                Thread.interrupted();
                if (seq == 20) {
                    // Somebody tidied up while the run was under way.
                    traces.catchUp("run");
                    Files.delete(trace());
                }
            }
            traces.catchUp("run");
            assertThat(TraceReader.all(trace())).containsExactlyElementsOf(all);
        }
    }

    private Path trace() {
        return RunFolder.of(folder.resolve("home"), "run").trace();
    }
}
