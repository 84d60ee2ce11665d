package dev.mulligan.store.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.record.advice.AdaptConfig;
import dev.mulligan.record.advice.Strategy;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdviserTest {

    @TempDir
    Path project;

    private final List<String> warnings = new ArrayList<>();

    @BeforeEach
    void claudeFolder() throws IOException {
        Files.createDirectories(project.resolve(".claude"));
    }

    private String advise(String stage) {
        return new Adviser(project, Optional.empty(), warnings::add)
                .advise(stage, 1, "")
                .strategy();
    }

    @Test
    void theHistoryOfOtherToolsIsRead() throws IOException {
        Files.writeString(project.resolve(".claude/pipeline-history.json"), """
                [{"slug":"a","status":"failed","failedStage":"nigel","stages":{"alex":{},"cass":{},"nigel":{}}},
                 {"slug":"b","status":"failed","failedStage":"nigel"},
                 {"slug":"c","status":"success","stages":{"alex":{},"cass":{},"nigel":{},"codey-plan":{}}},
                 {"slug":"d","status":"failed","failedStage":"alex"}]""");
        assertThat(advise("nigel")).as("2 of the 3 that came so far").isEqualTo("simplify-tests");
        assertThat(advise("cass")).isEqualTo("retry");
        assertThat(warnings).isEmpty();
    }

    @Test
    void corruptFilesCostOneWarningEachAndNothingElse() throws IOException {
        Files.writeString(project.resolve(".claude/pipeline-history.json"), "{{{ not json");
        Files.createDirectories(project.resolve(".mulligan"));
        Files.writeString(project.resolve(".mulligan/retry-config.json"), "{\"windowSize\": 0}");
        assertThat(advise("nigel")).isEqualTo("retry");
        assertThat(warnings).hasSize(2).anyMatch(w -> w.contains("windowSize")).anyMatch(w -> w.contains("history"));
        assertThat(project.resolve(".mulligan/retry-config.json.bad")).exists();
        assertThat(project.resolve(".claude/pipeline-history.json.bad")).exists();
    }

    @Test
    void settingsAreKeptInAFileThatGitIgnores() throws IOException {
        ConfigFile file = new ConfigFile(project, warnings::add);
        file.set("windowSize", "20");
        file.set("strategies.deploy", "rollback, retry");
        AdaptConfig read = new ConfigFile(project, warnings::add).load();
        assertThat(read.windowSize()).isEqualTo(20);
        assertThat(read.strategiesFor("deploy")).containsExactly("rollback", "retry");
        assertThat(project.resolve(".mulligan/.gitignore")).hasContent("*");
        assertThat(file.reset()).isEqualTo(AdaptConfig.standard());
        assertThat(file.load()).isEqualTo(AdaptConfig.standard());
        assertThatThrownBy(() -> file.set("windowSize", "many")).hasMessageContaining("whole number");
        assertThatThrownBy(() -> file.set("strategies.x", "pray")).hasMessageContaining("pray");
        assertThatThrownBy(() -> file.set("colour", "red")).hasMessageContaining("cannot be set");
    }

    @Test
    void strategiesOfOnesOwnNeedNoCode() throws IOException {
        Files.writeString(project.resolve(".claude/retry-config.json"), """
                {"maxRetries": 5, "strategies": {"nigel": ["be-brief"]},
                 "customStrategies": {"be-brief": {"suffix": "Be brief.", "model": "strong", "temperature": 0.2}}}""");
        AdaptConfig config = new ConfigFile(project, warnings::add).load();
        assertThat(config.maxRetries()).isEqualTo(5);
        assertThat(config.strategy("be-brief"))
                .contains(new Strategy.Reword(
                        "be-brief", "", "Be brief.", Optional.of("strong"), Optional.of(0.2), false));
    }

    @Test
    void theStoreKnowsWhichStrategyOvercameWhichFailure() {
        try (EventStore store = EventStore.open(project.resolve("store.db").toString())) {
            List<Recorded> events = new ArrayList<>();
            for (int run = 0; run < 6; run++) {
                String id = "run-" + run;
                Instant at = Instant.ofEpochSecond(run);
                Failure failure = Failure.of(FailureType.TOOL_FAILURE, false, "red", Action.REPHRASE, "r")
                        .withSignature("sig");
                events.add(new Recorded(id, 1, at, attempt(1, Optional.empty(), Optional.of(failure))));
                events.add(new Recorded(id, 2, at, attempt(2, Optional.of("add-context"), Optional.empty())));
                events.add(new Recorded(
                        id,
                        3,
                        at,
                        StepFinished.of("s", "nigel")
                                .ended(false)
                                .attempts(2)
                                .took(1)
                                .cost(1)
                                .failure(Optional.of(failure))
                                .build()));
            }
            store.append(events.subList(0, 7));
            store.append(events.subList(7, events.size()));
            var advice = new Adviser(project, Optional.of(store), warnings::add).advise("nigel", 1, "sig");
            assertThat(advice.strategy()).isEqualTo("add-context");
            assertThat(advice.why()).contains("6 of 6");
            assertThat(advice.failureRate()).isEqualTo(1);
        }
    }

    private static AttemptFinished attempt(int number, Optional<String> strategy, Optional<Failure> failure) {
        return AttemptFinished.of("op", "nigel", number)
                .ended(failure)
                .took(1)
                .strategy(strategy)
                .project("p")
                .build();
    }
}
