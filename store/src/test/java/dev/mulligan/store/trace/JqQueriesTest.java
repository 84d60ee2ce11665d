package dev.mulligan.store.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mulligan.escalate.Usage;
import dev.mulligan.event.Event;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.RunEvent.RunEscalated;
import dev.mulligan.record.StepEvent.RepairAttempted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The monitoring commands people have in their scripts, run by the real jq on our files. */
class JqQueriesTest {

    @TempDir
    Path folder;

    private void run(String runId, Event... events) throws IOException {
        try (TraceWriter writer = TraceWriter.open(
                RunFolder.of(folder.resolve(".mulligan"), runId).path(),
                EventJson.standard(),
                TraceWriter.Sync.NEVER)) {
            for (int i = 0; i < events.length; i++) {
                writer.append(new Recorded(runId, i + 1, Instant.ofEpochMilli(i), events[i]));
            }
        }
    }

    private static Event request(int retries) {
        return ProviderRequestFinished.of("q", "anthropic", "m")
                .project("p")
                .ended(true, 200)
                .took(15230)
                .retries(retries)
                .spent(Usage.NONE, 10, 0)
                .build();
    }

    private List<String> sh(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out.lines().map(String::strip).toList();
    }

    @Test
    void theQueriesGiveTheRightNumbers() throws IOException, InterruptedException {
        boolean jq = !sh("command -v jq").isEmpty();
        if (!jq) {
            System.out.println("skipped: jq is not on the PATH");
        }
        assumeTrue(jq);
        run(
                "a",
                request(0),
                request(2),
                new RepairAttempted("s", 1, "x", false),
                new RepairAttempted("s", 2, "x", false));
        run("b", request(0), new RunEscalated("L2", "L3", "non_improving", Optional.of("s")));

        assertThat(sh(
                        "cat .mulligan/runs/*/trace.jsonl | jq 'select(.type == \"ProviderRequestFinished\") | .payload.retries'"
                                + " | sort | uniq -c"))
                .containsExactly("2 0", "1 2");
        assertThat(
                        sh(
                                "cat .mulligan/runs/*/trace.jsonl | jq -c 'select(.type == \"RunEscalated\") | [.runId, .payload.from]'"))
                .containsExactly("[\"b\",\"L2\"]");
        assertThat(
                        sh(
                                "cat .mulligan/runs/*/trace.jsonl | jq 'select(.type == \"RepairAttempted\") | .payload.iteration'"))
                .containsExactly("1", "2");
    }
}
