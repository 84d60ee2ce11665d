package dev.mulligan.store;

import dev.mulligan.escalate.Usage;
import dev.mulligan.event.Event;
import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.ProviderEvent.ProviderRequestStarted;
import dev.mulligan.record.StepEvent.RepairAttempted;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.record.advice.AdaptConfig;
import dev.mulligan.record.advice.Advice;
import dev.mulligan.store.event.SessionViews;
import dev.mulligan.store.report.AnalyticsQuery;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.store.trace.RunFolder;
import dev.mulligan.store.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Figures of the store. {@code StoreBench write WHERE EVENTS}, {@code report WHERE}, {@code advice WHERE ENTRIES},
 * {@code traces FOLDER EVENTS}, {@code import FOLDER WHERE}.
 */
public final class StoreBench {

    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
    private static final FailureType[] TYPES = {
        FailureType.RATE_LIMIT,
        FailureType.OVERLOADED,
        FailureType.SERVER_ERROR,
        FailureType.TIMEOUT,
        FailureType.NETWORK
    };

    private StoreBench() {}

    public static void main(String[] args) throws IOException {
        switch (args[0]) {
            case "write" -> write(args[1], Integer.parseInt(args[2]));
            case "report" -> report(args[1]);
            case "advice" -> advice(args[1], Integer.parseInt(args[2]));
            case "import" -> imports(Path.of(args[1]), args[2]);
            case "traces" -> traces(Path.of(args[1]), Integer.parseInt(args[2]));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Thirty days, eight projects, six models, five stages. */
    private static Recorded event(int i, int of, Random random) {
        Instant at = NOW.minus(Duration.ofDays(30))
                .plusMillis((long) (Duration.ofDays(30).toMillis() * ((double) i / of)));
        String project = "project-" + random.nextInt(8);
        String model = "model-" + random.nextInt(6);
        Event event = switch (i % 4) {
            case 0 ->
                new ProviderRequestStarted("q" + i, "anthropic", model, project, Optional.of("s" + i % 500), true);
            case 1 -> new RepairAttempted("step", 1 + random.nextInt(4), "signature", false);
            default -> request(i, project, model, random);
        };
        return new Recorded("run-" + i / 2000, i % 2000, at, event);
    }

    private static Event request(int i, String project, String model, Random random) {
        boolean good = random.nextInt(10) > 0;
        FailureType type = TYPES[random.nextInt(TYPES.length)];
        String message = type.wireName() + " after " + random.nextInt(9000) + " ms in " + word(random);
        Failure failure = Failure.of(type, true, message, Action.RETRY, "rule");
        return ProviderRequestFinished.of("q" + i, "anthropic", model)
                .project(project)
                .session("s" + i % 500)
                .stage(Optional.of("stage-" + random.nextInt(5)))
                .promptPattern(Optional.of("Fix the <text> in " + random.nextInt(20)))
                .ended(good, good ? 200 : 529)
                .took(random.nextInt(20_000))
                .retries(random.nextInt(3))
                .lastFailure(good ? Optional.empty() : Optional.of(failure))
                .spent(new Usage(random.nextInt(9000), random.nextInt(900), 0, 0), random.nextInt(9000), 0)
                .build();
    }

    /** Ten thousand different ones, some of them much more frequent than others. */
    private static String word(Random random) {
        double rank = Math.pow(10_000, random.nextDouble()) - 1;
        return "module-"
                + Integer.toString((int) rank, 26)
                        .chars()
                        .mapToObj(c -> String.valueOf((char) (c <= '9' ? c - '0' + 'A' : c)))
                        .collect(java.util.stream.Collectors.joining());
    }

    private static void write(String where, int events) {
        Random random = new Random(1);
        try (EventStore store = EventStore.open(where);
                EventWriter writer = store.writer()) {
            long start = System.nanoTime();
            List<CompletionStage<Void>> open = new ArrayList<>();
            for (int i = 0; i < events; i++) {
                open.add(writer.submit(event(i, events, random)));
                if (open.size() == 8192) {
                    join(open);
                }
            }
            join(open);
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf("%d events acknowledged in %.1f s: %.0f/s%n", events, seconds, events / seconds);
        }
    }

    private static void join(List<CompletionStage<Void>> open) {
        CompletableFuture.allOf(
                        open.stream().map(CompletionStage::toCompletableFuture).toArray(CompletableFuture<?>[]::new))
                .join();
        open.clear();
    }

    private static void report(String where) {
        try (EventStore store = EventStore.open(where)) {
            AnalyticsQuery month =
                    AnalyticsQuery.between(NOW.minus(Duration.ofDays(30)).plusSeconds(5000), NOW);
            time(
                    "report over 30 days",
                    40,
                    () -> store.analytics().report(month).total().requests());
            time(
                    "one project, 30 days",
                    40,
                    () -> store.analytics()
                            .report(month.ofProject("project-1"))
                            .total()
                            .requests());
            time(
                    "one model, 30 days",
                    40,
                    () -> store.analytics()
                            .report(month.ofModel("model-1"))
                            .total()
                            .requests());
            time(
                    "one layer, 30 days",
                    40,
                    () -> store.analytics()
                            .report(month.ofLayer("provider"))
                            .total()
                            .requests());
            time(
                    "one failure type, 30 days",
                    40,
                    () -> store.analytics()
                            .report(month.ofFailureType("overloaded"))
                            .total()
                            .requests());
            time(
                    "one project and model, 30 days",
                    40,
                    () -> store.analytics()
                            .report(month.ofProject("project-1").ofModel("model-1"))
                            .total()
                            .requests());
            time(
                    "one layer and failure type, 30 days",
                    40,
                    () -> store.analytics()
                            .report(month.ofLayer("provider").ofFailureType("overloaded"))
                            .total()
                            .requests());
            AnalyticsQuery week = AnalyticsQuery.between(NOW.minus(Duration.ofDays(7)), NOW);
            time("7 days", 40, () -> store.analytics().report(week).total().requests());
            time("first 100 runs", 40, () ->
                    (long) store.views().runs(NOW.plusSeconds(9), 100).size());
            time("100 sessions", 40, () -> (long) store.sessions()
                    .list(SessionViews.Wanted.ALL, SessionViews.Cursor.NEWEST, 100)
                    .size());
        }
    }

    private static void advice(String where, int entries) {
        try (EventStore store = EventStore.open(where)) {
            List<Recorded> chunk = new ArrayList<>();
            Random random = new Random(1);
            for (int i = 0; i < entries; i++) {
                chunk.add(new Recorded(
                        "a" + i / 1000,
                        i % 1000,
                        NOW.plusMillis(i),
                        StepFinished.of("s" + i, "stage-" + i % 5)
                                .ended(random.nextBoolean(), "")
                                .attempts(1)
                                .took(1)
                                .cost(1)
                                .build()));
                if (chunk.size() == 5000) {
                    store.append(chunk);
                    chunk.clear();
                }
            }
            store.append(chunk);
            time(
                    "advice over " + entries + " entries", 5000, () -> (long)
                            Advice.on("stage-1", 1, store.stageHistory("stage-1", "", 10), AdaptConfig.standard())
                                    .samples());
        }
    }

    private static void imports(Path folder, String where) throws IOException {
        try (EventStore store = EventStore.open(where)) {
            long start = System.nanoTime();
            TraceImport.Result result = store.imports().folder(folder);
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    "%d events of %d traces in %.1f s: %.0f/s%n",
                    result.fresh(), result.files(), seconds, result.fresh() / seconds);
        }
    }

    private interface Asked {
        long answer();
    }

    private static void time(String what, int times, Asked asked) {
        long answer = 0;
        for (int i = 0; i < Math.max(5, times / 10); i++) {
            answer = asked.answer();
        }
        double[] millis = new double[times];
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            answer = asked.answer();
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        System.out.printf(
                "%s: p50 %.2f ms, p95 %.2f ms, p99 %.2f ms (%d)%n",
                what, millis[times / 2], millis[times * 95 / 100], millis[times * 99 / 100], answer);
    }

    private static void traces(Path folder, int events) throws IOException {
        Random random = new Random(1);
        for (int run = 0; run < events / 2000; run++) {
            try (TraceWriter writer = TraceWriter.open(
                    RunFolder.of(folder, "run-" + run).path(), EventJson.standard(), TraceWriter.Sync.NEVER)) {
                for (int i = run * 2000; i < (run + 1) * 2000; i++) {
                    writer.append(event(i, events, random));
                }
            }
        }
    }
}
