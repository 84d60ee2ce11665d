package dev.mulligan.store.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.RunEvent.RunResumed;
import dev.mulligan.record.StepEvent.IterationStarted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceTest {

    @TempDir
    Path home;

    private Recorded event(long seq) {
        return new Recorded("r1", seq, Instant.ofEpochMilli(seq), new IterationStarted("s", (int) seq));
    }

    private void write(int from, int to) throws IOException {
        try (TraceWriter writer =
                TraceWriter.open(RunFolder.of(home, "r1").path(), EventJson.standard(), TraceWriter.Sync.EVERY_EVENT)) {
            for (int i = from; i <= to; i++) {
                writer.append(event(i));
            }
        }
    }

    @Test
    void whatWasAppendedIsReadBackInOrder() throws IOException {
        write(1, 3);
        write(4, 5);
        assertThat(TraceReader.all(RunFolder.of(home, "r1").trace()))
                .containsExactly(event(1), event(2), event(3), event(4), event(5));
    }

    @Test
    void aTornLastLineCostsOnlyItself() throws IOException {
        write(1, 2);
        Path trace = RunFolder.of(home, "r1").trace();
        Files.writeString(trace, "{\"type\":\"RunRes", StandardOpenOption.APPEND);
        TraceReader.Result torn = TraceReader.read(trace, 0, event -> {});
        assertThat(torn.torn()).isTrue();
        assertThat(torn.events()).isEqualTo(2);
        write(3, 3);
        List<Recorded> events = new ArrayList<>();
        TraceReader.Result result = TraceReader.read(trace, 0, events::add);
        assertThat(events).containsExactly(event(1), event(2), event(3));
        assertThat(result.bad())
                .singleElement()
                .satisfies(bad -> assertThat(bad.offset()).isEqualTo(torn.nextOffset()));
    }

    @Test
    void readingGoesOnWhereItEnded() throws IOException {
        write(1, 2);
        Path trace = RunFolder.of(home, "r1").trace();
        TraceReader.Result first = TraceReader.read(trace, 0, event -> {});
        Files.writeString(trace, "{\"type\":", StandardOpenOption.APPEND);
        TraceReader.Result middle = TraceReader.read(trace, first.nextOffset(), event -> {});
        assertThat(middle.nextOffset()).isEqualTo(first.nextOffset());
        String rest = EventJson.standard().line(new Recorded("r1", 9, Instant.EPOCH, new RunResumed("me")));
        Files.writeString(trace, rest.substring("{\"type\":".length()) + "\n", StandardOpenOption.APPEND);
        List<Recorded> events = new ArrayList<>();
        TraceReader.read(trace, middle.nextOffset(), events::add);
        assertThat(events)
                .singleElement()
                .satisfies(event -> assertThat(event.seq()).isEqualTo(9));
    }

    @Test
    void garbageIsReportedAndSkipped() throws IOException {
        write(1, 1);
        Path trace = RunFolder.of(home, "r1").trace();
        Files.write(trace, new byte[] {(byte) 0xff, 0, 1, '\n'}, StandardOpenOption.APPEND);
        Files.write(trace, "[1,2]\nnull\n\n".getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
        write(2, 2);
        TraceReader.Result result = TraceReader.read(trace, 0, event -> {});
        assertThat(result.events()).isEqualTo(2);
        assertThat(result.bad()).hasSize(3);
    }

    @Test
    void runFoldersStayInside() {
        assertThat(RunFolder.of(home, "2026-01-01.a_b").path())
                .isEqualTo(home.resolve("runs").resolve("2026-01-01.a_b"));
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> RunFolder.of(home, "../../etc"))
                .hasMessageContaining("run id");
    }
}
