package dev.mulligan.store.report;

import dev.mulligan.escalate.Model;
import dev.mulligan.escalate.Models;
import dev.mulligan.escalate.Usage;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sums put together into a report. */
final class ReportFold {

    private static final int MOST_TEXTS = 20;

    private final Models models;
    private Tally total = Tally.NONE;
    private final Map<String, Tally> byType = new HashMap<>();
    private final Map<String, Tally> byErrorType = new HashMap<>();
    private final Map<String, Tally> byModel = new HashMap<>();
    private final Map<String, Tally> byProject = new HashMap<>();
    private final Map<String, Tally> byStage = new HashMap<>();
    private final TreeMap<LocalDate, Tally> byDay = new TreeMap<>();
    private final Map<String, Map<String, long[]>> texts = new HashMap<>();
    private final EnumMap<Count, long[]> counts = new EnumMap<>(Count.class);

    ReportFold(Models models) {
        this.models = models;
    }

    void add(
            long bucket,
            String project,
            String model,
            String stage,
            String failureType,
            String errorType,
            Tally tally) {
        addBucket(bucket, tally);
        if (!failureType.isEmpty()) {
            byType.merge(failureType, tally, Tally::plus);
            byErrorType.merge(errorType, tally, Tally::plus);
        }
        byModel.merge(model, tally, Tally::plus);
        byProject.merge(project, tally, Tally::plus);
        byStage.merge(stage, tally, Tally::plus);
    }

    void addDimension(String dimension, String name, Tally tally) {
        switch (dimension) {
            case RequestSums.PROJECT -> byProject.merge(name, tally, Tally::plus);
            case RequestSums.MODEL -> byModel.merge(name, tally, Tally::plus);
            case RequestSums.STAGE -> byStage.merge(name, tally, Tally::plus);
            case RequestSums.TYPE -> byType.merge(name, tally, Tally::plus);
            case RequestSums.ERROR_TYPE -> byErrorType.merge(name, tally, Tally::plus);
            default -> throw new IllegalStateException("unknown dimension " + dimension);
        }
    }

    void addBucket(long bucket, Tally tally) {
        total = total.plus(tally);
        byDay.merge(LocalDate.ofInstant(Instant.ofEpochMilli(bucket), ZoneOffset.UTC), tally, Tally::plus);
    }

    void addText(String kind, String content, long requests, long failures) {
        long[] sums = texts.computeIfAbsent(kind, k -> new HashMap<>()).computeIfAbsent(content, c -> new long[2]);
        sums[0] += requests;
        sums[1] += failures;
    }

    void addCount(String name, long n, long sum) {
        for (Count count : Count.values()) {
            if (count.name().equals(name)) {
                long[] sums = counts.computeIfAbsent(count, c -> new long[2]);
                sums[0] += n;
                sums[1] += sum;
            }
        }
    }

    private long n(Count count) {
        return counts.getOrDefault(count, new long[2])[0];
    }

    private long sum(Count count) {
        return counts.getOrDefault(count, new long[2])[1];
    }

    Report report() {
        Report.Runs runs = runs();
        Report.Recovery recovery = recovery();
        return new Report(
                total,
                sorted(byType),
                sorted(byErrorType),
                sorted(byModel),
                sorted(byProject),
                sorted(byStage),
                Collections.unmodifiableSortedMap(byDay),
                top(Rollups.MESSAGE),
                top(Rollups.PATTERN),
                recovery,
                runs,
                saved(),
                Alerts.of(total, runs));
    }

    private static Map<String, Tally> sorted(Map<String, Tally> tallies) {
        Map<String, Tally> sorted = new LinkedHashMap<>();
        tallies.entrySet().stream()
                .sorted(Comparator.comparingLong(
                                (Map.Entry<String, Tally> e) -> -e.getValue().failures())
                        .thenComparingLong(e -> -e.getValue().requests())
                        .thenComparing(Map.Entry::getKey))
                .forEach(e -> sorted.put(e.getKey(), e.getValue()));
        return Collections.unmodifiableMap(sorted);
    }

    private List<Report.TextCount> top(String kind) {
        return texts.getOrDefault(kind, Map.of()).entrySet().stream()
                .map(e -> new Report.TextCount(e.getKey(), e.getValue()[0], e.getValue()[1]))
                .sorted(Comparator.comparing(
                                (Report.TextCount text) -> text.text().equals(TextSums.OTHER))
                        .thenComparingLong(text -> -text.failures())
                        .thenComparingLong(text -> -text.requests())
                        .thenComparing(Report.TextCount::text))
                .limit(MOST_TEXTS)
                .toList();
    }

    private Report.Recovery recovery() {
        boolean operations = n(Count.OPERATIONS_RECOVERED) + n(Count.OPERATIONS_LOST) > 0;
        Count good = operations ? Count.OPERATIONS_RECOVERED : Count.REQUESTS_RECOVERED;
        Count bad = operations ? Count.OPERATIONS_LOST : Count.REQUESTS_LOST;
        return new Report.Recovery(
                n(good),
                n(bad),
                rate(n(good), n(good) + n(bad)),
                n(good) == 0 ? Optional.empty() : Optional.of(sum(good) / n(good)));
    }

    private Report.Runs runs() {
        return new Report.Runs(
                n(Count.RUNS_STARTED),
                n(Count.RUNS_SUCCEEDED),
                n(Count.RUNS_FAILED),
                rate(n(Count.ESCALATED_FROM_L2), n(Count.RUNS_L2)),
                rate(sum(Count.RUNS_REPAIRED), n(Count.RUNS_REPAIRED)),
                rate(n(Count.DIAGNOSES), n(Count.STEPS_L3)),
                n(Count.JUDGEMENTS),
                rate(n(Count.CANDIDATES_VALID), n(Count.CANDIDATES)),
                n(Count.MODEL_ESCALATIONS),
                n(Count.FALLBACKS),
                n(Count.CASCADES));
    }

    private static Optional<Double> rate(long part, long whole) {
        return whole == 0 ? Optional.empty() : Optional.of((double) part / whole);
    }

    /** Never less than nothing: going straight to the top is not worse than what it costs. */
    private long saved() {
        long saved = 0;
        for (Map.Entry<String, Tally> entry : byModel.entrySet()) {
            Tally tally = entry.getValue();
            Optional<Model> strongest = models.find(entry.getKey()).flatMap(this::strongestBeside);
            if (strongest.isPresent()) {
                Usage usage = new Usage(tally.input(), tally.output(), tally.cacheRead(), tally.cacheWrite());
                saved += strongest.get().prices().of(usage).micros() - tally.costMicros();
            }
        }
        return Math.max(0, saved);
    }

    private Optional<Model> strongestBeside(Model model) {
        return models.all().stream()
                .filter(other -> other.current() && other.provider().equals(model.provider()))
                .max(Comparator.comparingInt(Model::tier));
    }
}
