package dev.mulligan.store.report;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A report for programs. The first members are those dashboards of agents already know; the rest says more. */
public final class ReportJson {

    private ReportJson() {}

    public static JsonObject of(Report report) {
        Map<String, Object> rates = new LinkedHashMap<>();
        report.byDay().forEach((day, tally) -> rates.put(day.toString(), tally.failureRate()));
        Map<String, Object> days = new LinkedHashMap<>();
        report.byDay().forEach((day, tally) -> days.put(day.toString(), tally(tally)));
        return Json.object(
                "totalFailures",
                report.total().failures(),
                "byErrorType",
                failures(report.byErrorType()),
                "byModel",
                failures(report.byModel()),
                "topErrorMessages",
                report.topMessages().stream()
                        .map(text -> Json.object(
                                "message", text.text(), "count", text.requests(), "unrecovered", text.failures()))
                        .toList(),
                "failureRateByDay",
                rates,
                "total",
                tally(report.total()),
                "types",
                tallies(report.byType()),
                "models",
                tallies(report.byModel()),
                "projects",
                tallies(report.byProject()),
                "stages",
                tallies(report.byStage()),
                "layers",
                tallies(report.byLayer()),
                "days",
                days,
                "step",
                report.hourly() ? "hour" : "day",
                "series",
                report.series().entrySet().stream()
                        .map(entry -> Json.object("at", entry.getKey(), "figures", tally(entry.getValue())))
                        .toList(),
                "promptPatterns",
                report.promptPatterns().map(ReportJson::patterns),
                "recovery",
                Json.object(
                        "recovered",
                        report.recovery().recovered(),
                        "lost",
                        report.recovery().lost(),
                        "refused",
                        report.recovery().refused(),
                        "rate",
                        report.recovery().rate(),
                        "meanRecoveryMs",
                        report.recovery().meanRecoveryMs(),
                        "waits",
                        report.recovery()
                                .waits()
                                .map(waits -> Json.object(
                                        "p50Ms", waits.p50Ms(), "p95Ms", waits.p95Ms(), "p99Ms", waits.p99Ms()))),
                "runs",
                report.runs().map(ReportJson::runs),
                "unpriced",
                report.unpriced(),
                "alerts",
                report.alerts().stream().map(ReportJson::alert).toList());
    }

    private static JsonObject failures(Map<String, ReportTally> tallies) {
        Map<String, Object> counts = new LinkedHashMap<>();
        tallies.forEach((name, tally) -> counts.put(name, tally.failures()));
        return Json.object(counts.entrySet().stream()
                .flatMap(entry -> java.util.stream.Stream.of(entry.getKey(), entry.getValue()))
                .toArray());
    }

    private static List<JsonObject> tallies(Map<String, ReportTally> tallies) {
        return tallies.entrySet().stream()
                .map(entry -> Json.object("name", entry.getKey(), "figures", tally(entry.getValue())))
                .toList();
    }

    public static JsonObject tally(ReportTally tally) {
        return Json.object(
                "requests",
                tally.requests(),
                "failures",
                tally.failures(),
                "failureRate",
                tally.failureRate(),
                "retried",
                tally.retried(),
                "retries",
                tally.retries(),
                "clientRetries",
                tally.clientRetries(),
                "durationMs",
                tally.durationMs(),
                "costMicros",
                tally.costMicros(),
                "wastedMicros",
                tally.wastedMicros(),
                "inputTokens",
                tally.input(),
                "outputTokens",
                tally.output(),
                "cacheReadTokens",
                tally.cacheRead(),
                "cacheWriteTokens",
                tally.cacheWrite(),
                "failedAttempts",
                tally.failedAttempts(),
                "recovered",
                tally.recovered(),
                "lost",
                tally.lost(),
                "refused",
                tally.refused(),
                "recoveryMs",
                tally.recoveryMs(),
                "rescuedMicros",
                tally.rescuedMicros(),
                "unpriced",
                tally.unpriced());
    }

    private static List<JsonObject> patterns(List<Report.TextCount> texts) {
        return texts.stream()
                .map(text ->
                        Json.object("pattern", text.text(), "requests", text.requests(), "failures", text.failures()))
                .toList();
    }

    private static JsonObject runs(Report.Runs runs) {
        return Json.object(
                "started",
                runs.started(),
                "passed",
                runs.passed(),
                "failed",
                runs.failed(),
                "escalationRate",
                runs.escalationRate(),
                "averageRepairIterations",
                runs.averageRepairIterations(),
                "diagnosisRate",
                runs.diagnosisRate(),
                "judgements",
                runs.judgements(),
                "candidateValidity",
                runs.candidateValidity(),
                "modelEscalations",
                runs.modelEscalations(),
                "fallbacks",
                runs.fallbacks(),
                "cascades",
                runs.cascades());
    }

    private static JsonObject alert(Report.Alert alert) {
        return Json.object(
                "name",
                alert.name(),
                "value",
                alert.value(),
                "threshold",
                alert.threshold(),
                "sentence",
                alert.sentence());
    }

    /** A row for each name of each dimension: for spreadsheets, and as NDJSON for columnar tools. */
    public static List<JsonObject> rows(Report report) {
        Map<String, Map<String, ReportTally>> dimensions = new LinkedHashMap<>();
        dimensions.put("type", report.byType());
        dimensions.put("errorType", report.byErrorType());
        dimensions.put("model", report.byModel());
        dimensions.put("project", report.byProject());
        dimensions.put("stage", report.byStage());
        dimensions.put("layer", report.byLayer());
        Map<String, ReportTally> days = new LinkedHashMap<>();
        report.byDay().forEach((day, tally) -> days.put(day.toString(), tally));
        dimensions.put("day", days);
        return dimensions.entrySet().stream()
                .flatMap(dimension -> dimension.getValue().entrySet().stream().map(entry -> {
                    Map<String, Object> row = new LinkedHashMap<>();
                    row.put("dimension", dimension.getKey());
                    row.put("name", entry.getKey());
                    tally(entry.getValue())
                            .members()
                            .forEach((name, value) ->
                                    row.put(name, Optional.ofNullable(value).orElse("")));
                    return Json.object(row.entrySet().stream()
                            .flatMap(member -> java.util.stream.Stream.of(member.getKey(), member.getValue()))
                            .toArray());
                }))
                .toList();
    }
}
