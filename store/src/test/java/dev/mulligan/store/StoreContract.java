package dev.mulligan.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.event.Event;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.AdaptEvent.CascadeContinued;
import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.record.PolicyEvent.PolicyChanged;
import dev.mulligan.record.ProviderEvent.ProviderRequestStarted;
import dev.mulligan.record.QuestionEvent.QuestionAnswered;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.RunEvent.RunEscalated;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.RunEvent.RunPaused;
import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.record.StepEvent.IterationStarted;
import dev.mulligan.record.StepEvent.RepairAttempted;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.record.learn.CascadeWindow;
import dev.mulligan.store.event.Positioned;
import dev.mulligan.store.event.SessionViews;
import dev.mulligan.store.event.Views;
import dev.mulligan.store.report.AnalyticsQuery;
import dev.mulligan.store.report.Report;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.RunStatus;
import dev.mulligan.store.trace.AnyEvent;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every store does, whichever database is below. */
abstract class StoreContract {

    private static final Instant START = Instant.parse("2026-03-01T10:30:00Z");
    private static final Instant EVER = Instant.parse("2100-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private EventStore store;

    /** The address of an empty database. */
    abstract String fresh(Path folder);

    /** How many random histories are compared; each is a database of its own. */
    int seeds() {
        return 12;
    }

    private String where;

    @BeforeEach
    void open() {
        where = fresh(folder);
        store = EventStore.open(where);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static Recorded at(String run, long seq, Event event) {
        return new Recorded(run, seq, START.plusSeconds(seq), event);
    }

    @Test
    void whatWasAppendedIsThereAfterReopening() {
        List<Recorded> events = new ArrayList<>();
        Random random = new Random(7);
        for (Class<?> type : AnyEvent.types()) {
            events.add(at("run", events.size(), AnyEvent.of(type, random)));
        }
        assertThat(store.append(events)).isEqualTo(events.size());
        store.close();
        store = EventStore.open(where);
        assertThat(store.events("run", -1, 1000)).isEqualTo(events);
        assertThat(store.since(0, 1000)).extracting(Positioned::recorded).isEqualTo(events);
    }

    @Test
    void requestsOfARunsAgentsAreFoundByTheRun() {
        Recorded mine = at("gateway-1", 0, request("req-1", Optional.of("run-7")));
        Recorded foreign = at("gateway-1", 1, request("req-2", Optional.of("run-8")));
        Recorded nobodys = at("gateway-1", 2, request("req-3", Optional.empty()));
        store.append(List.of(mine, foreign, nobodys));
        assertThat(store.sessions().ofRun("run-7", 10)).containsExactly(mine);
        assertThat(store.sessions().timeline("s", 10)).hasSize(3);
    }

    private static ProviderRequestStarted request(String id, Optional<String> run) {
        ProviderRequestStarted started = new ProviderRequestStarted(id, "anthropic", "m", "p", Optional.of("s"), true);
        return run.map(its -> started.madeBy(its, "step", 1)).orElse(started);
    }

    @Test
    void deliveringAgainChangesNothing() {
        List<Recorded> events = SomeHistory.of(3, 400, START);
        store.append(events);
        Report once = store.analytics().report(AnalyticsQuery.between(START.minusSeconds(9), EVER));
        List<Recorded> again = new ArrayList<>(events);
        Collections.shuffle(again, new Random(1));
        assertThat(store.append(again)).isZero();
        assertThat(store.analytics().report(AnalyticsQuery.between(START.minusSeconds(9), EVER)))
                .isEqualTo(once);
        assertThat(once.total().requests()).isPositive();
    }

    @Test
    void positionsGrowAndNothingIsSkippedOnTheWay() {
        store.append(SomeHistory.of(1, 50, START));
        store.append(SomeHistory.of(2, 50, START));
        List<Long> seen = new ArrayList<>();
        for (long last = 0; ; last = seen.getLast()) {
            List<Positioned> page = store.since(last, 7);
            if (page.isEmpty()) {
                break;
            }
            page.forEach(event -> seen.add(event.position()));
        }
        assertThat(seen)
                .isSorted()
                .doesNotHaveDuplicates()
                .hasSize(store.since(0, 10_000).size());
        assertThat(store.position()).isGreaterThanOrEqualTo(seen.getLast());
    }

    @Test
    void hostileTextIsStored() {
        Recorded odd = at("run\u0000\uD800x", 1, new RunStarted("p\u0000", "\uDC00", "L2", "/w", 1));
        assertThat(store.append(List.of(odd))).isEqualTo(1);
        assertThat(store.views().runs(EVER, 10)).hasSize(1);
    }

    @Test
    void runsFollowTheirEvents() {
        store.append(List.of(
                at("r", 1, new RunStarted("shop", "plan", "L2", "/w", 2)),
                at("r", 2, new RepairAttempted("s", 1, "x", false)),
                at("r", 3, new RunEscalated("L2", "L3", "non_improving", Optional.of("s"))),
                at("r", 4, new RunPaused("question", Optional.empty()))));
        assertThat(store.views().run("r").orElseThrow())
                .satisfies(run -> assertThat(run.status()).isEqualTo("paused"))
                .satisfies(run -> assertThat(run.level()).isEqualTo("L3"));
        store.append(List.of(at("r", 5, new RunFinished(true, "done", 2, 0, 1234, 5000))));
        Views.Run run = store.views().run("r").orElseThrow();
        assertThat(run.status()).isEqualTo("passed");
        assertThat(run.project()).isEqualTo("shop");
        assertThat(run.costMicros()).isEqualTo(1234);
        assertThat(run.lastSeq()).isEqualTo(5);
        assertThat(run.repairs()).isEqualTo(1);
        assertThat(store.views().escalations("r"))
                .singleElement()
                .satisfies(up -> assertThat(up.to()).isEqualTo("L3"));
    }

    @Test
    void questionsPoliciesAndLearningsAreListed() {
        store.append(List.of(
                at("r", 1, new QuestionAsked("q1", "Go on?", List.of("yes", "no"), "")),
                at("r", 2, new QuestionAsked("q2", "Which?", List.of(), "")),
                at("r", 3, new QuestionAnswered("q1", "yes", "ada")),
                at("r", 4, new QuestionAnswered("q1", "no", "too late")),
                at("r", 5, new PolicyChanged("default", 2, "{\"a\":2}")),
                at("r", 6, new PolicyChanged("default", 1, "{\"a\":1}")),
                at(
                        "r",
                        7,
                        LearningRecorded.of("lr-1", "test")
                                .failure("sig", "e")
                                .tried(2, List.of())
                                .worked(Optional.of("fix"))
                                .build())));
        assertThat(store.views().questions(10))
                .extracting(Views.OpenQuestion::id, Views.OpenQuestion::answer)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("q2", ""),
                        org.assertj.core.groups.Tuple.tuple("q1", "yes"));
        assertThat(store.views().policies())
                .singleElement()
                .satisfies(policy -> assertThat(policy.version()).isEqualTo(2));
        assertThat(store.views().learnings(Optional.of("sig"), 5)).hasSize(1);
        assertThat(store.views().learnings(Optional.of("other"), 5)).isEmpty();
    }

    @Test
    void analyticsEqualABruteForceFold() {
        for (long seed = 1; seed <= seeds(); seed++) {
            store.close();
            where = fresh(folder.resolve("s" + seed));
            store = EventStore.open(where);
            List<Recorded> events = SomeHistory.of(seed, 600, START);
            Random random = new Random(seed);
            for (int from = 0; from < events.size(); ) {
                int to = Math.min(events.size(), from + 1 + random.nextInt(200));
                store.append(events.subList(from, to));
                from = to;
            }
            for (AnalyticsQuery question : SomeHistory.questions(random, START)) {
                assertThat(store.analytics().report(question))
                        .as("seed %d, %s", seed, question)
                        .isEqualTo(BruteForce.report(events, question));
            }
        }
    }

    private void outcome(String run, long second, String item, boolean passed) {
        Failure failure = Failure.of(FailureType.TOOL_FAILURE, false, "red", Action.STOP, "r")
                .withSignature("sig");
        store.append(List.of(
                at(run, second, new RunStarted("p", "plan", "L1", "/w", 1)),
                at(
                        run,
                        second + 1,
                        StepFinished.of(item, "test")
                                .ended(passed, "o")
                                .attempts(1)
                                .took(1)
                                .failure(passed ? Optional.empty() : Optional.of(failure))
                                .build())));
    }

    @Test
    void theNewestOutcomeOfEachItemCountsUntilSomebodySaysGoOn() {
        outcome("r1", 1, "a", false);
        outcome("r2", 11, "a", false);
        outcome("r3", 21, "b", true);
        outcome("r4", 31, "c", false);
        outcome("old", 2, "b", false);
        List<CascadeWindow.Item> items = store.recentItems("/w", 5);
        assertThat(items).extracting(CascadeWindow.Item::id).containsExactly("plan/a", "plan/b", "plan/c");
        assertThat(items).extracting(CascadeWindow.Item::failed).containsExactly(true, false, true);
        assertThat(items.getFirst().signature()).isEqualTo("sig");
        assertThat(store.recentItems("/w", 2))
                .extracting(CascadeWindow.Item::id)
                .containsExactly("plan/b", "plan/c");
        assertThat(store.recentItems("/elsewhere", 5)).isEmpty();
        store.append(List.of(at("r5", 40, new CascadeContinued("/w", "me"))));
        outcome("r6", 51, "d", false);
        assertThat(store.recentItems("/w", 5))
                .extracting(CascadeWindow.Item::id)
                .containsExactly("plan/d");
        store.upkeep().rebuild();
        assertThat(store.recentItems("/w", 5))
                .extracting(CascadeWindow.Item::id)
                .containsExactly("plan/d");
    }

    @Test
    void rebuildingGivesTheSameAnswers() {
        List<Recorded> events = SomeHistory.of(5, 900, START);
        store.append(events.subList(0, 500));
        store.append(events.subList(500, events.size()));
        AnalyticsQuery all = AnalyticsQuery.between(START.minusSeconds(1), EVER);
        Report before = store.analytics().report(all);
        List<Views.Run> runs = store.views().runs(EVER, 1000);
        List<SessionViews.SessionRow> sessions =
                store.sessions().list(SessionViews.Wanted.ALL, SessionViews.Cursor.NEWEST, 1000);
        assertThat(store.upkeep().rebuild()).isEqualTo(events.size());
        assertThat(store.analytics().report(all)).isEqualTo(before);
        assertThat(store.views().runs(EVER, 1000)).isEqualTo(runs);
        assertThat(store.sessions().list(SessionViews.Wanted.ALL, SessionViews.Cursor.NEWEST, 1000))
                .isEqualTo(sessions)
                .isNotEmpty();
    }

    @Test
    void oldRunsGoAndTheirDailySumsStay() {
        store.append(List.of(at("old", 1, new RunStarted("p", "", "L2", "", 1))));
        store.append(List.of(at("paused", 1, new RunStarted("p", "", "L2", "", 1))));
        store.flows().transaction("pausing", rows -> {
            rows.create(new FlowRow("paused", RunStatus.PAUSED, "steps: []", "{}", START), List.of());
            return true;
        });
        store.append(
                List.of(new Recorded("new", 1, START.plus(Duration.ofDays(40)), new RunStarted("p", "", "L2", "", 1))));
        assertThat(store.upkeep().retain(START.plus(Duration.ofDays(30)))).isEqualTo(1);
        assertThat(store.views().runs(EVER, 10)).extracting(Views.Run::id).containsExactly("new", "paused");
        assertThat(store.events("old", -1, 10)).isEmpty();
        Instant day = Instant.parse("2026-03-01T00:00:00Z");
        assertThat(store.analytics()
                        .report(AnalyticsQuery.between(day, day.plus(Duration.ofDays(1))))
                        .runs()
                        .orElseThrow()
                        .started())
                .isEqualTo(2);
    }

    @Test
    void manyThreadsWriteAndEveryAcknowledgementIsKept() {
        int threads = 8;
        int each = 500;
        List<CompletionStage<Void>> stages = Collections.synchronizedList(new ArrayList<>());
        try (EventWriter writer = store.writer()) {
            List<Thread> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                String run = "run-" + t;
                running.add(Thread.ofVirtual().start(() -> {
                    for (int i = 0; i < each; i++) {
                        stages.add(writer.submit(at(run, i, new IterationStarted("s", i))));
                    }
                }));
            }
            running.forEach(thread -> {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        CompletableFuture.allOf(stages.stream()
                        .map(CompletionStage::toCompletableFuture)
                        .toArray(CompletableFuture<?>[]::new))
                .join();
        for (int t = 0; t < threads; t++) {
            assertThat(store.events("run-" + t, -1, 10_000)).hasSize(each);
        }
    }

    @Test
    void tracesComeInOnceAndOnlyWhatIsNew() throws IOException {
        Path home = folder.resolve(".mulligan");
        trace(home, "a", 1, 20);
        trace(home, "b", 1, 10);
        TraceImport.Result first = store.imports().folder(home);
        assertThat(first.fresh()).isEqualTo(30);
        assertThat(store.imports().folder(home).events()).isZero();
        trace(home, "a", 21, 25);
        Files.writeString(RunFolder.of(home, "a").trace(), "not json\n{\"torn", StandardOpenOption.APPEND);
        TraceImport.Result second = store.imports().folder(home);
        assertThat(second.events()).isEqualTo(5);
        assertThat(second.bad()).hasSize(1);
        assertThat(store.events("a", -1, 100)).hasSize(25);
    }

    private static void trace(Path home, String run, int from, int to) throws IOException {
        try (TraceWriter writer =
                TraceWriter.open(RunFolder.of(home, run).path(), EventJson.standard(), TraceWriter.Sync.NEVER)) {
            for (int i = from; i <= to; i++) {
                writer.append(at(run, i, new IterationStarted("s", i)));
            }
        }
    }
}
