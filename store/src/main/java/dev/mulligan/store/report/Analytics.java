package dev.mulligan.store.report;

import dev.mulligan.escalate.Models;
import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Answers from sums: the cost of a question grows with the hours and days it spans, not with the number of events. */
public final class Analytics {

    private static final String COLUMNS = "requests, failures, retried, retries, client_retries, duration_ms,"
            + " cost_micros, wasted_micros, input, output, cache_read, cache_write";

    private static final String SUMS = Arrays.stream(COLUMNS.split(", ", -1))
            .map(column -> "sum(" + column + ")")
            .collect(Collectors.joining(", "));

    private final Database database;

    public Analytics(Database database) {
        this.database = database;
    }

    /** The standard report, priced with the shipped models. */
    public Report report(AnalyticsQuery question) {
        return report(question, Models.standard());
    }

    public Report report(AnalyticsQuery question, Models models) {
        return database.read("answering", connection -> {
            ReportFold fold = new ReportFold(models);
            for (Buckets.Span span :
                    Buckets.cover(question.from().toEpochMilli(), question.to().toEpochMilli())) {
                Optional<String> scope = Scope.of(question);
                if (scope.isPresent()) {
                    sums(connection, scope.get(), span, fold);
                } else {
                    requests(connection, question, span, fold);
                }
                texts(connection, question, span, fold);
                counts(connection, question, span, fold);
            }
            return fold.report();
        });
    }

    private static void requests(Connection connection, AnalyticsQuery question, Buckets.Span span, ReportFold fold)
            throws SQLException {
        Filter filter = new Filter(span)
                .and("project", question.project())
                .and("model", question.model())
                .and("stage", question.stage())
                .and("layer", question.layer())
                .and("failure_type", question.failureType());
        Sql.list(
                connection,
                "select bucket, project, model, stage, failure_type, error_type, " + COLUMNS + " from rollup_request"
                        + filter.where(),
                row -> {
                    fold.add(
                            row.getLong(1),
                            row.getString(2),
                            row.getString(3),
                            row.getString(4),
                            row.getString(5),
                            row.getString(6),
                            tally(row, 7));
                    return true;
                },
                filter.values());
    }

    private static void sums(Connection connection, String scope, Buckets.Span span, ReportFold fold)
            throws SQLException {
        Filter filter = new Filter(span).and("scope", Optional.of(scope));
        Sql.list(
                connection,
                "select dimension, name, " + SUMS + " from rollup_sum" + filter.where() + " group by dimension, name",
                row -> {
                    fold.addDimension(row.getString(1), row.getString(2), tally(row, 3));
                    return true;
                },
                filter.values());
        // Every request has a model, so the sums by model are also the sums by day.
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

    private static Tally tally(ResultSet row, int first) throws SQLException {
        return new Tally(
                row.getLong(first),
                row.getLong(first + 1),
                row.getLong(first + 2),
                row.getLong(first + 3),
                row.getLong(first + 4),
                row.getLong(first + 5),
                row.getLong(first + 6),
                row.getLong(first + 7),
                row.getLong(first + 8),
                row.getLong(first + 9),
                row.getLong(first + 10),
                row.getLong(first + 11));
    }

    private static void texts(Connection connection, AnalyticsQuery question, Buckets.Span span, ReportFold fold)
            throws SQLException {
        Filter filter = new Filter(span).and("scope", Optional.of(Scope.ofProject(question)));
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

    private static void counts(Connection connection, AnalyticsQuery question, Buckets.Span span, ReportFold fold)
            throws SQLException {
        Filter filter = new Filter(span).and("scope", Optional.of(Scope.ofProject(question)));
        Sql.list(
                connection,
                "select name, sum(n), sum(total) from rollup_count" + filter.where() + " group by name",
                row -> {
                    fold.addCount(row.getString(1), row.getLong(2), row.getLong(3));
                    return true;
                },
                filter.values());
    }

    /** A where clause that grows. */
    private static final class Filter {
        private final StringBuilder where = new StringBuilder(" where grain = ? and bucket >= ? and bucket < ?");
        private final List<Object> values = new ArrayList<>();

        Filter(Buckets.Span span) {
            values.add(span.grain());
            values.add(span.from());
            values.add(span.to());
        }

        Filter and(String column, Optional<String> wanted) {
            wanted.ifPresent(value -> {
                where.append(" and ").append(column).append(" = ?");
                values.add(value);
            });
            return this;
        }

        String where() {
            return where.toString();
        }

        Object[] values() {
            return values.toArray();
        }
    }
}
