package dev.mulligan.store.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.record.AttemptEvent.AgentChunk;
import dev.mulligan.record.CandidateEvent.JudgeFailed;
import dev.mulligan.record.PatchEvent.PatchProposed;
import dev.mulligan.record.RunEvent.RunResumed;
import dev.mulligan.redact.Secrets;
import dev.mulligan.text.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventJsonTest {

    static List<Class<?>> types() {
        return AnyEvent.types();
    }

    @ParameterizedTest
    @MethodSource("types")
    void everyTypeSurvivesTheWayToJsonAndBack(Class<?> type) {
        for (long seed = 0; seed < 200; seed++) {
            Recorded recorded = new Recorded(
                    "run-1",
                    seed,
                    Instant.ofEpochMilli(1_700_000_000_000L + seed),
                    AnyEvent.of(type, new Random(seed)));
            String line = EventJson.standard().line(recorded);
            assertThat(line).doesNotContain("\n");
            assertThat(EventJson.read(line)).as("seed %d: %s", seed, line).contains(recorded);
        }
    }

    @Test
    void namesOfTypesAndFieldsStayAsPublished() throws IOException {
        String now = AnyEvent.types().stream()
                .map(type -> type.getSimpleName() + ": "
                        + Arrays.stream(type.getRecordComponents())
                                .map(RecordComponent::getName)
                                .collect(Collectors.joining(", ")))
                .sorted()
                .collect(Collectors.joining("\n", "", "\n"));
        try (InputStream in = EventJsonTest.class.getResourceAsStream("/event-fields.txt")) {
            String published = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(now)
                    .as("Programs read these names. Adding is fine: put the new line into event-fields.txt")
                    .isEqualTo(published);
        }
    }

    @Test
    void secretsNeverReachALine() {
        String key = "sk-" + "ant-api03-A1b2C3d4E5f6G7h8J9k0";
        List<Recorded> leaks = List.of(
                recorded(new AgentChunk("op", "stdout", "export ANTHROPIC_API_KEY=" + key)),
                recorded(new JudgeFailed("s", "401 for " + key)),
                recorded(new PatchProposed("s", 1, List.of(key), 1, "p", Optional.of(key), Optional.of(key))));
        for (Recorded leak : leaks) {
            assertThat(EventJson.standard().line(leak)).doesNotContain("A1b2C3").contains(Secrets.REDACTED);
        }
    }

    private static Recorded recorded(dev.mulligan.event.Event event) {
        return new Recorded("r", 1, Instant.EPOCH, event);
    }

    @Test
    void whatIsMissingTakesItsZeroAndWhatIsUnknownIsPassedOver() {
        String line = """
                {"type":"RunResumed","schemaVersion":1,"timestamp":"2026-01-01T00:00:00Z","runId":"r","seq":3,"payload":{"new":[1]}}""";
        assertThat(EventJson.read(line))
                .contains(new Recorded("r", 3, Instant.parse("2026-01-01T00:00:00Z"), new RunResumed("")));
        assertThat(EventJson.read(line.replace("RunResumed", "RunTeleported"))).isEmpty();
    }

    @Test
    void aBadLineSaysWhatIsWrong() {
        assertThatThrownBy(() -> EventJson.read("{\"type\":\"RunResumed\"}"))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("runId");
        assertThatThrownBy(() -> EventJson.read(
                        "{\"type\":\"RunResumed\",\"schemaVersion\":9,\"runId\":\"r\",\"seq\":1,\"payload\":{}}"))
                .hasMessageContaining("newer");
        assertThatThrownBy(() -> EventJson.read(
                        "{\"type\":\"IterationStarted\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"runId\":\"r\",\"seq\":1,"
                                + "\"payload\":{\"iteration\":\"two\"}}"))
                .hasMessageContaining("iteration")
                .hasMessageContaining("two");
    }
}
