package dev.mulligan.store.report;

import dev.mulligan.escalate.Models;
import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Collectors;

/** Answers from sums: the cost of a question grows with the hours and days it spans, not with the number of events. */
public final class Analytics {

    private static final String COLUMNS = String.join(", ", ReportTally.COLUMNS);
    private static final String SUMS =
            ReportTally.COLUMNS.stream().map(column -> "sum(" + column + ")").collect(Collectors.joining(", "));

    private final Database database;

    public Analytics(Database database) {
        this.database = database;
    }

    /** The standard report, priced with the shipped models. */
    public Report report(AnalyticsQuery query) {
        return report(query, Models.standard());
    }

    public Report report(AnalyticsQuery query, Models models) {
        long from = query.from().toEpochMilli();
        long to = query.to().toEpochMilli();
        Optional<String> scope = Scope.of(query);
        Optional<String> runs = Scope.ofRuns(query);
        return database.read("answering", connection -> {
            ReportFold fold = new ReportFold(models, scope.isPresent(), runs.isPresent());
            for (Buckets.Span span : Buckets.cover(from, to)) {
                if (scope.isPresent()) {
                    sums(connection, scope.get(), span, fold);
                    texts(connection, scope.get(), span, fold);
                } else {
                    requests(connection, query, span, fold);
                }
                if (runs.isPresent()) {
                    counts(connection, runs.get(), span, fold);
                }
            }
            if (query.hourly()) {
                hours(connection, query, scope, fold);
            }
            if (scope.isEmpty()) {
                rows(connection, query, fold);
            }
            return fold.report(query.hourly());
        });
    }

    private static void requests(Connection connection, AnalyticsQuery query, Buckets.Span span, ReportFold fold)
            throws SQLException {
        QueryFilter filter = QueryFilter.inBuckets(span).dimensions(query);
        Sql.list(
                connection,
                "select bucket, project, layer, model, stage, failure_type, error_type, " + COLUMNS
                        + " from rollup_request" + filter.where(),
                row -> {
                    fold.add(
                            new RequestSums.Combination(
                                    row.getLong(1),
                                    row.getString(2),
                                    row.getString(3),
                                    row.getString(4),
                                    row.getString(5),
                                    row.getString(6),
                                    row.getString(7),
                                    0),
                            tally(row, 8));
                    return true;
                },
                filter.values());
    }

    private static void hours(Connection connection, AnalyticsQuery query, Optional<String> scope, ReportFold fold)
            throws SQLException {
        Buckets.Span span =
                Buckets.hours(query.from().toEpochMilli(), query.to().toEpochMilli());
        QueryFilter filter = QueryFilter.inBuckets(span);
        if (scope.isPresent()) {
            filter.and("scope", scope).and("dimension", Optional.of(RequestSums.MODEL));
        } else {
            filter.dimensions(query);
        }
        Sql.list(
                connection,
                "select bucket, " + SUMS + " from " + (scope.isPresent() ? "rollup_sum" : "rollup_request")
                        + filter.where() + " group by bucket",
                row -> {
                    fold.addHour(row.getLong(1), tally(row, 2));
                    return true;
                },
                filter.values());
    }

    /** With several filters, waits and messages come from the rows of what failed: there are few of them. */
    private static void rows(Connection connection, AnalyticsQuery query, ReportFold fold) throws SQLException {
        QueryFilter filter = QueryFilter.onRows(query);
        Sql.list(
                connection,
                "select message, layer, outcome, recovery_ms, count(*) from troubled" + filter.where()
                        + " group by message, layer, outcome, recovery_ms",
                row -> {
                    boolean recovered = row.getString(3).equals(RecoveryOutcome.RECOVERED.wireName());
                    long n = row.getLong(5);
                    if (recovered) {
                        fold.addWait(WaitScale.mark(row.getLong(4)), n);
                    }
                    // Messages of steps are counted by attempt, and their ends repeat the last one.
                    if (row.getString(2).equals(Rollups.PROVIDER)
                            || row.getString(3).equals(TroubledRows.ATTEMPT)) {
                        fold.addText(Rollups.MESSAGE, row.getString(1), n, recovered ? 0 : n);
                    }
                    return true;
                },
                filter.values());
    }

    private static void sums(Connection connection, String scope, Buckets.Span span, ReportFold fold)
            throws SQLException {
        QueryFilter filter = QueryFilter.inBuckets(span).and("scope", Optional.of(scope));
        Sql.list(
                connection,
                "select dimension, name, " + SUMS + " from rollup_sum" + filter.where() + " group by dimension, name",
                row -> {
                    fold.addDimension(row.getString(1), row.getString(2), tally(row, 3));
                    return true;
                },
                filter.values());
        // Every request has a model, so the sums by model are also the sums by time.
        filter.and("dimension", Optional.of(RequestSums.MODEL));
        Sql.list(
                connection,
                "select bucket, " + SUMS + " from rollup_sum" + filter.where() + " group by bucket",
                row -> {
                    fold.addBucket(row.getLong(1), tally(row, 2));
                    return true;
                },
                filter.values());
    }

    private static ReportTally tally(ResultSet row, int first) throws SQLException {
        long[] sums = new long[ReportTally.COLUMNS.size()];
        for (int i = 0; i < sums.length; i++) {
            sums[i] = row.getLong(first + i);
        }
        return ReportTally.of(sums);
    }

    private static void texts(Connection connection, String scope, Buckets.Span span, ReportFold fold)
            throws SQLException {
        QueryFilter filter = QueryFilter.inBuckets(span).and("scope", Optional.of(scope));
        Sql.list(
                connection,
                "select kind, content, sum(requests), sum(failures) from rollup_text" + filter.where()
                        // Named although there are no others: the key goes by kind, then by time.
                        + " and kind in ('message', 'pattern') group by kind, content",
                row -> {
                    fold.addText(row.getString(1), row.getString(2), row.getLong(3), row.getLong(4));
                    return true;
                },
                filter.values());
    }

    private static void counts(Connection connection, String scope, Buckets.Span span, ReportFold fold)
            throws SQLException {
        QueryFilter filter = QueryFilter.inBuckets(span).and("scope", Optional.of(scope));
        Sql.list(
                connection,
                "select name, sum(n), sum(total) from rollup_count" + filter.where() + " group by name",
                row -> {
                    fold.addCount(row.getString(1), row.getLong(2), row.getLong(3));
                    return true;
                },
                filter.values());
    }
}
