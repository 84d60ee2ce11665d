package dev.mulligan.store.report;

import dev.mulligan.escalate.Models;
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
import java.util.SortedMap;
import java.util.TreeMap;

/** Sums put together into a report. */
final class ReportFold {

    private static final int MOST_TEXTS = 20;

    private final Models models;
    private final boolean hasPatterns;
    private final boolean hasRuns;
    private ReportTally total = ReportTally.NONE;
    private final Map<String, ReportTally> byType = new HashMap<>();
    private final Map<String, ReportTally> byErrorType = new HashMap<>();
    private final Map<String, ReportTally> byModel = new HashMap<>();
    private final Map<String, ReportTally> byProject = new HashMap<>();
    private final Map<String, ReportTally> byStage = new HashMap<>();
    private final Map<String, ReportTally> byLayer = new HashMap<>();
    private final TreeMap<Instant, ReportTally> byHour = new TreeMap<>();
    private final Map<Long, Long> waits = new HashMap<>();
    private final TreeMap<LocalDate, ReportTally> byDay = new TreeMap<>();
    private final Map<String, Map<String, long[]>> texts = new HashMap<>();
    private final EnumMap<Count, long[]> counts = new EnumMap<>(Count.class);

    ReportFold(Models models, boolean patterns, boolean runs) {
        this.models = models;
        this.hasPatterns = patterns;
        this.hasRuns = runs;
    }

    void add(RequestSums.Combination of, ReportTally tally) {
        addBucket(of.hour(), tally);
        if (!of.type().isEmpty()) {
            byType.merge(of.type(), tally, ReportTally::plus);
            byErrorType.merge(of.errorType(), tally, ReportTally::plus);
        }
        byModel.merge(of.model(), tally, ReportTally::plus);
        byProject.merge(of.project(), tally, ReportTally::plus);
        byStage.merge(of.stage(), tally, ReportTally::plus);
        byLayer.merge(of.layer(), tally, ReportTally::plus);
    }

    void addDimension(String dimension, String name, ReportTally tally) {
        switch (dimension) {
            case RequestSums.PROJECT -> byProject.merge(name, tally, ReportTally::plus);
            case RequestSums.MODEL -> byModel.merge(name, tally, ReportTally::plus);
            case RequestSums.STAGE -> byStage.merge(name, tally, ReportTally::plus);
            case RequestSums.TYPE -> byType.merge(name, tally, ReportTally::plus);
            case RequestSums.ERROR_TYPE -> byErrorType.merge(name, tally, ReportTally::plus);
            case RequestSums.LAYER -> byLayer.merge(name, tally, ReportTally::plus);
            case RequestSums.WAIT -> addWait(Long.parseLong(name), tally.recovered());
            default -> throw new IllegalStateException("unknown dimension " + dimension);
        }
    }

    void addBucket(long bucket, ReportTally tally) {
        total = total.plus(tally);
        byDay.merge(LocalDate.ofInstant(Instant.ofEpochMilli(bucket), ZoneOffset.UTC), tally, ReportTally::plus);
    }

    void addHour(long bucket, ReportTally tally) {
        byHour.merge(Instant.ofEpochMilli(bucket), tally, ReportTally::plus);
    }

    /** Hours go before days do: where they no longer add up, days are shown. */
    private boolean hourly(boolean wanted) {
        return wanted
                && byHour.values().stream()
                        .reduce(ReportTally.NONE, ReportTally::plus)
                        .equals(total);
    }

    private SortedMap<Instant, ReportTally> series(boolean hourly) {
        if (hourly) {
            return byHour;
        }
        TreeMap<Instant, ReportTally> days = new TreeMap<>();
        byDay.forEach((day, tally) -> days.put(day.atStartOfDay(ZoneOffset.UTC).toInstant(), tally));
        return days;
    }

    void addWait(long mark, long recovered) {
        waits.merge(mark, recovered, Long::sum);
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

    /** {@code wanted}: whether the range is short enough for hours. */
    Report report(boolean wanted) {
        boolean hourly = hourly(wanted);
        Optional<Report.Runs> runs = hasRuns ? Optional.of(runs()) : Optional.empty();
        return new Report(
                total,
                sorted(byType),
                sorted(byErrorType),
                sorted(byModel),
                sorted(byProject),
                sorted(byStage),
                sorted(byLayer),
                Collections.unmodifiableSortedMap(byDay),
                Collections.unmodifiableSortedMap(series(hourly)),
                hourly,
                top(Rollups.MESSAGE),
                hasPatterns ? Optional.of(top(Rollups.PATTERN)) : Optional.empty(),
                recovery(),
                runs,
                unpriced(),
                Alerts.of(byLayer.getOrDefault(Rollups.PROVIDER, ReportTally.NONE), runs));
    }

    private static Map<String, ReportTally> sorted(Map<String, ReportTally> tallies) {
        Map<String, ReportTally> sorted = new LinkedHashMap<>();
        tallies.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, ReportTally> e) ->
                                -e.getValue().failedAttempts())
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
                        // The most frequent messages, but the patterns that fail most.
                        .thenComparingLong(text -> kind.equals(Rollups.MESSAGE) ? -text.requests() : -text.failures())
                        .thenComparingLong(text -> kind.equals(Rollups.MESSAGE) ? -text.failures() : -text.requests())
                        .thenComparing(Report.TextCount::text))
                .limit(MOST_TEXTS)
                .toList();
    }

    private Report.Recovery recovery() {
        long recovered = total.recovered();
        return new Report.Recovery(
                recovered,
                total.lost(),
                total.refused(),
                rate(recovered, recovered + total.lost()),
                recovered == 0 ? Optional.empty() : Optional.of(total.recoveryMs() / recovered),
                waits.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Report.Waits(
                                WaitScale.percentile(waits, 0.5),
                                WaitScale.percentile(waits, 0.95),
                                WaitScale.percentile(waits, 0.99))));
    }

    /** A model that is known has a price, also when it is nothing. */
    private List<String> unpriced() {
        return byModel.entrySet().stream()
                .filter(entry -> !entry.getKey().isEmpty()
                        && entry.getValue().unpriced() > 0
                        && models.find(entry.getKey()).isEmpty())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
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
}
