package dev.mulligan.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.failure.Action;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.store.report.AnalyticsQuery;
import dev.mulligan.store.report.Report;
import dev.mulligan.store.report.ReportTally;
import dev.mulligan.store.trace.Recorded;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RollupTest {

    private static final Instant START = Instant.parse("2026-03-01T10:30:00Z");
    private static final AnalyticsQuery DAY = AnalyticsQuery.between(START, START.plus(Duration.ofHours(2)));

    @TempDir
    Path folder;

    private static Recorded failure(int seq, String message) {
        return new Recorded(
                "run",
                seq,
                START,
                ProviderRequestFinished.of("q" + seq, "anthropic", "m")
                        .project("p")
                        .ended(false, 500)
                        .took(1)
                        .lastFailure(
                                Optional.of(Failure.of(FailureType.SERVER_ERROR, true, message, Action.RETRY, "rule")))
                        .build());
    }

    private static String letters(int n) {
        return n == 0 ? "z" : (char) ('a' + n % 25) + letters(n / 25);
    }

    @Test
    void manyDifferentMessagesStayFewRowsAndNoneIsForgotten() throws SQLException {
        Path file = folder.resolve("store.db");
        int different = 3000;
        try (EventStore store = EventStore.open(file.toString())) {
            for (int from = 0; from < different; from += 100) {
                List<Recorded> events = new ArrayList<>();
                for (int i = from; i < from + 100; i++) {
                    events.add(failure(2 * i, "cannot load " + letters(i)));
                    events.add(failure(2 * i + 1, "the usual trouble"));
                }
                store.append(events);
            }
            Report report = store.analytics().report(DAY);
            assertThat(report.topMessages().getFirst())
                    .isEqualTo(new Report.TextCount("the usual trouble", different, different));
            assertThat(report.total().failures()).isEqualTo(2L * different);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*), sum(failures) from rollup_text where grain = 1"
                        + " and scope = 'all:' and kind = 'message'")) {
            rows.next();
            assertThat(rows.getLong(1)).isLessThan(350);
            assertThat(rows.getLong(2)).isEqualTo(2L * different);
        }
    }

    @Test
    void sumsOfAnOlderStoreAnswerTheSameQuestions() throws SQLException {
        Path file = folder.resolve("old.db");
        List<Recorded> events = SomeHistory.of(4, 600, START);
        try (EventStore store = EventStore.open(file.toString())) {
            store.append(events);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            backToVersion3(statement);
        }
        try (EventStore store = EventStore.open(file.toString())) {
            for (AnalyticsQuery question : SomeHistory.questions(new java.util.Random(4), START)) {
                Report kept = store.analytics().report(question);
                Report expected = BruteForce.report(events, question);
                assertThat(requestsAndFailures(kept.byModel())).isEqualTo(requestsAndFailures(expected.byModel()));
                assertThat(requestsAndFailures(kept.byLayer())).isEqualTo(requestsAndFailures(expected.byLayer()));
            }
        }
    }

    /** What an older version knew; recoveries were not kept by type, model or project then. */
    private static Map<String, List<Long>> requestsAndFailures(Map<String, ReportTally> tallies) {
        return tallies.entrySet().stream()
                .filter(entry -> entry.getValue().requests() > 0)
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> List.of(
                                entry.getValue().requests(),
                                entry.getValue().failures(),
                                entry.getValue().costMicros())));
    }

    /** The tables of before, with the same sums in them. */
    private static void backToVersion3(Statement statement) throws SQLException {
        for (String sql : List.of(
                "create table rollup_dimension (grain bigint)",
                "drop table rollup_sum",
                "alter table rollup_text rename to t",
                "create table rollup_text (grain bigint, bucket bigint, kind text, project text, content text,"
                        + " requests bigint, failures bigint)",
                "insert into rollup_text select grain, bucket, kind, substr(scope, 9), content, requests, failures from t"
                        + " where scope like 'project:%'",
                "drop table t",
                "alter table rollup_count rename to c",
                "create table rollup_count (grain bigint, bucket bigint, project text, name text, n bigint, total bigint)",
                "insert into rollup_count select grain, bucket, substr(scope, 9), name, n, total from c"
                        + " where scope like 'project:%'",
                "drop table c",
                "drop index rollup_request_by_project",
                "drop index rollup_request_by_model",
                "drop index rollup_request_by_stage",
                "drop table strategy_total",
                "drop table alert_sent",
                "drop table cascade_item",
                "drop table machine_time",
                "drop table run_mark",
                "drop table troubled",
                "drop table trouble_slot",
                "drop index first_failure_by_next",
                "drop index strategy_outcome_by_signature",
                "delete from schema_version where version >= 4",
                "delete from schema_addition where version >= 2")) {
            statement.execute(sql);
        }
        for (String column : List.of(
                "failed_attempts", "recovered", "lost", "refused", "recovery_ms", "rescued_micros", "unpriced")) {
            statement.execute("alter table rollup_request drop column " + column);
        }
        for (String column : List.of("title", "recovered", "lost")) {
            statement.execute("alter table session drop column " + column);
        }
        for (String column : List.of(
                "project",
                "model",
                "stage",
                "failure_type",
                "error_type",
                "message",
                "failed",
                "wasted_micros",
                "attempt",
                "max_attempts",
                "next_at")) {
            statement.execute("alter table first_failure drop column " + column);
        }
    }
}
