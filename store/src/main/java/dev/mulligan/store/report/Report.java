package dev.mulligan.store.report;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What fails, how often, at what cost, and what became of it. Every figure obeys every filter of the query; a figure that
 * cannot is empty. Rates are empty where nothing happened that could have a rate.
 *
 * @param byType what failed at least once, by the type of its last failure; {@code byErrorType} by the eight public names
 * @param byLayer requests through the gateway apart from attempts of steps
 * @param series by hour or by day, as {@code hourly} says
 * @param topMessages of everything that failed at least once
 * @param promptPatterns empty when the query has several filters
 * @param runs empty when a filter is set that runs do not have: model, stage, failure type, or requests only
 * @param unpriced models whose tokens were used and whose price is not known; their cost is missing from the sums
 */
public record Report(
        ReportTally total,
        Map<String, ReportTally> byType,
        Map<String, ReportTally> byErrorType,
        Map<String, ReportTally> byModel,
        Map<String, ReportTally> byProject,
        Map<String, ReportTally> byStage,
        Map<String, ReportTally> byLayer,
        SortedMap<LocalDate, ReportTally> byDay,
        SortedMap<Instant, ReportTally> series,
        boolean hourly,
        List<TextCount> topMessages,
        Optional<List<TextCount>> promptPatterns,
        Recovery recovery,
        Optional<Runs> runs,
        List<String> unpriced,
        List<Alert> alerts) {

    /** A message or prompt pattern, and how often it was seen and failed to the end. */
    public record TextCount(String text, long requests, long failures) {}

    /**
     * @param rate recovered of those that could be: refused ones do not count
     * @param waits from the first failure to the success; empty when nothing was recovered
     */
    public record Recovery(
            long recovered,
            long lost,
            long refused,
            Optional<Double> rate,
            Optional<Long> meanRecoveryMs,
            Optional<Waits> waits) {}

    /** What half, 95 % and 99 % of the recoveries did not exceed, rounded up by at most a quarter. */
    public record Waits(long p50Ms, long p95Ms, long p99Ms) {}

    public record Runs(
            long started,
            long passed,
            long failed,
            Optional<Double> escalationRate,
            Optional<Double> averageRepairIterations,
            Optional<Double> diagnosisRate,
            long judgements,
            Optional<Double> candidateValidity,
            long modelEscalations,
            long fallbacks,
            long cascades) {}

    /** Something above its threshold. */
    public record Alert(String name, double value, double threshold, String sentence) {}
}
