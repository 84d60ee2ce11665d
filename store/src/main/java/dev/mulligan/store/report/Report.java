package dev.mulligan.store.report;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What fails, how often, at what cost, and what came of it. Rates are empty where nothing happened that could have a rate.
 *
 * @param byType failures only, by failure type; {@code byErrorType} by the eight public names
 * @param recovery of operations that failed at least once; of requests when no operations are recorded
 * @param savedMicros what the same tokens had cost on the strongest model of the same provider, less what was spent
 */
public record Report(
        Tally total,
        Map<String, Tally> byType,
        Map<String, Tally> byErrorType,
        Map<String, Tally> byModel,
        Map<String, Tally> byProject,
        Map<String, Tally> byStage,
        SortedMap<LocalDate, Tally> byDay,
        List<TextCount> topMessages,
        List<TextCount> promptPatterns,
        Recovery recovery,
        Runs runs,
        long savedMicros,
        List<Alert> alerts) {

    /** A message or prompt pattern, and how often it was seen and failed. */
    public record TextCount(String text, long requests, long failures) {}

    public record Recovery(long recovered, long lost, Optional<Double> rate, Optional<Long> meanRecoveryMs) {}

    public record Runs(
            long started,
            long succeeded,
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
