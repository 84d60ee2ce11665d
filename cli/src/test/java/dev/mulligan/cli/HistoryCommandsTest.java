package dev.mulligan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.attempt.GiveUpReason;
import dev.mulligan.attempt.Remedy;
import dev.mulligan.escalate.Usage;
import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceWriter;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
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

/** report, history, learn, recommend and lab on traces of a small project. */
class HistoryCommandsTest {

    @TempDir
    Path home;

    @BeforeEach
    void traces() throws IOException {
        Failure busy = Failure.of(FailureType.OVERLOADED, true, "Overloaded", Action.RETRY, "rule");
        List<Event> events = new ArrayList<>();
        events.add(new RunStarted("shop", "plan", "L2", "/w", 1));
        for (int i = 0; i < 10; i++) {
            boolean good = i < 7;
            events.add(ProviderRequestFinished.of("q" + i, "anthropic", "claude-haiku-4-5")
                    .project("shop")
                    .session("s")
                    .ended(good, good ? 200 : 529)
                    .took(100)
                    .retries(i % 2)
                    .lastFailure(good ? Optional.empty() : Optional.of(busy))
                    .spent(new Usage(100, 10, 0, 0), 1000, 0)
                    .build());
            events.add(new RetryScheduled("o" + i, 2, 4, 1000, Instant.now(), Remedy.Simple.WAIT, busy));
            events.add(
                    good
                            ? new RetrySucceeded("o" + i, 2)
                            : new RetryExhausted(
                                    "o" + i, 2, GiveUpReason.ATTEMPTS_EXHAUSTED, "", busy, Optional.empty()));
        }
        events.add(LearningRecorded.of("lr-1", "test")
                .failure("sig", "red")
                .files(List.of("a.py"))
                .tried(2, List.of("x"))
                .worked(Optional.of("fixed it"))
                .hint("hint")
                .build());
        try (TraceWriter writer =
                TraceWriter.open(RunFolder.of(home, "run-1").path(), EventJson.standard(), TraceWriter.Sync.NEVER)) {
            for (int i = 0; i < events.size(); i++) {
                writer.append(new Recorded("run-1", i, Instant.now(), events.get(i)));
            }
        }
    }

    private Cli run(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--home", home.toString()));
        return Cli.run(all.toArray(String[]::new));
    }

    /** Gateways, policies and escalations are noted down like runs, and are none. */
    @Test
    void historyListsRunsAndNothingElse() throws IOException {
        try (TraceWriter writer = TraceWriter.open(
                RunFolder.of(home, "gateway-1").path(), EventJson.standard(), TraceWriter.Sync.NEVER)) {
            writer.append(new Recorded(
                    "gateway-1",
                    0,
                    Instant.now(),
                    ProviderRequestFinished.of("g", "anthropic", "claude-haiku-4-5")
                            .project("shop")
                            .session("s")
                            .ended(true, 200)
                            .build()));
        }
        assertThat(run("history").out()).contains("run-1").doesNotContain("gateway-1");
        assertThat(run("history", "--json", "--status", "running").out().lines())
                .hasSize(1);
        assertThat(run("history", "--status", "failed").out()).contains("No run here is failed.");
    }

    @Test
    void reportReadsTheTracesAndCountsRight() {
        JsonObject report = Json.parseObject(run("report", "--json").out());
        assertThat(report.number("totalFailures")).hasValue(3);
        assertThat(report.object("byErrorType").orElseThrow().number("server_error"))
                .hasValue(3);
        assertThat(report.object("recovery").orElseThrow().number("recovered")).hasValue(3);
        Cli again = run("report");
        assertThat(again.out())
                .contains("10 requests and attempts, 3 recovered, 3 lost, 0 refused")
                .contains("overloaded")
                .contains("needed a retry");
        assertThat(run("report", "--csv").out()).contains("type,overloaded,3,3");
        assertThat(run("report", "--project", "other").out()).contains("Nothing is recorded");
        assertThat(run("report", "--type", "zzz")).satisfies(bad -> {
            assertThat(bad.exit()).isEqualTo(2);
            assertThat(bad.err()).contains("--type 'zzz' is not known").contains("rate_limit, server_error");
        });
        assertThat(run("report", "--layer", "zzz")).satisfies(bad -> {
            assertThat(bad.exit()).isEqualTo(2);
            assertThat(bad.err()).contains("--layer 'zzz' is not known").contains("provider, attempt");
        });
        assertThat(run("report", "--type", "overloaded", "--layer", "provider").exit())
                .isZero();
        assertThat(run("report", "--since", "soon")).satisfies(bad -> {
            assertThat(bad.exit()).isEqualTo(2);
            assertThat(bad.err()).contains("--since 'soon'").contains("7d");
        });
    }

    @Test
    void theHtmlFileNeedsNothingElse() throws IOException {
        Path page = home.resolve("report.html");
        assertThat(run("report", "--html", page.toString()).exit()).isZero();
        assertThat(page)
                .content()
                .contains("Overloaded")
                .doesNotContain("http://")
                .doesNotContain("https://");
        Path plot = home.resolve("lab.html");
        assertThat(run("lab", "replay", "--html", plot.toString()).exit()).isZero();
        assertThat(plot).content().contains("<svg").doesNotContain("http");
    }

    @Test
    void historyAndLearningsAreListed() throws IOException {
        assertThat(run("history").out()).contains("run-1").contains("shop");
        assertThat(run("learn").out()).contains("lr-1");
        assertThat(run("learn", "show", "lr-1").out()).contains("fixed it");
        Path file = home.resolve("lessons.jsonl");
        Files.writeString(file, run("learn", "export").out().replace("lr-1", "lr-2"));
        assertThat(run("learn", "import", file.toString()).out()).contains("1 of 1");
        assertThat(run("learn", "import", file.toString()).out()).contains("0 of 1");
        Files.writeString(file, "{\"no\":1}\n");
        assertThat(run("learn", "import", file.toString()).err())
                .contains("line 1")
                .contains("id");
    }

    @Test
    void adviceAndLabAnswer() {
        assertThat(run("recommend", "test", "--explain").out()).contains("retry");
        JsonObject lab = Json.parseObject(
                run("lab", "replay", "--policy", "default", "--json").out());
        assertThat(lab.list("policies")).hasSize(1);
        assertThat(Cli.run("lab", "simulate", "--faults", "overloaded=0.4").out())
                .contains("patient")
                .contains("●");
        assertThat(Cli.run("lab", "simulate", "--policy", "nonsense").err()).contains("neither a template nor a file");
    }

    @Test
    void theStoreIsLookedAfter() throws IOException {
        assertThat(Cli.run("store", "import", "--home", home.toString()).out()).contains("from 1 traces");
        assertThat(Cli.run("store", "import", "--home", home.toString()).out()).contains("0 new events");
        Path copy = home.resolve("copy.db");
        assertThat(Cli.run("store", "backup", "--home", home.toString(), copy.toString())
                        .exit())
                .isZero();
        assertThat(Cli.run("store", "backup", "--home", home.toString(), copy.toString())
                        .err())
                .contains("is there already");
        assertThat(Cli.run("report", "--store", copy.toString(), "--home", "/nowhere", "--json")
                        .out())
                .contains("\"totalFailures\":3");
        assertThat(Cli.run("store", "rebuild", "--home", home.toString()).out()).contains("computed everything again");
        assertThat(Cli.run("store", "retain", "--days", "3650", "--home", home.toString())
                        .out())
                .contains("let go of 0 events");
        assertThat(Cli.run("store", "retain", "--days", "0").exit()).isEqualTo(2);
        assertThat(Cli.run("report", "--home", home.toString(), "--notify").err())
                .contains("alerts: {webhook: URL}");
    }
}
