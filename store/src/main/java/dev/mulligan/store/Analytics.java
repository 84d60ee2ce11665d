package dev.mulligan.store;

import dev.mulligan.escalate.Models;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Answers from sums: the cost of a question grows with the hours and days it spans, not with the number of events. */
public final class Analytics {

    private static final String SUMS =
            "sum(requests), sum(failures), sum(retried), sum(retries), sum(client_retries), sum(duration_ms),"
                    + " sum(cost_micros), sum(wasted_micros), sum(input), sum(output), sum(cache_read), sum(cache_write)";

    private final Database database;

    Analytics(Database database) {
        this.database = database;
    }

    /** The standard report, priced with the shipped models. */
    public Report report(Question question) {
        return report(question, Models.standard());
    }

    public Report report(Question question, Models models) {
        return database.read("answering", connection -> {
            ReportFold fold = new ReportFold(models);
            for (Buckets.Span span :
                    Buckets.cover(question.from().toEpochMilli(), question.to().toEpochMilli())) {
                requests(connection, question, span, fold);
                texts(connection, question, span, fold);
                counts(connection, question, span, fold);
            }
            return fold.report();
        });
    }

    private static void requests(Connection connection, Question question, Buckets.Span span, ReportFold fold)
            throws SQLException {
        Filter filter = new Filter(span)
                .and("project", question.project())
                .and("model", question.model())
                .and("stage", question.stage())
                .and("layer", question.layer())
                .and("failure_type", question.failureType());
        // Grouped in the database, so that hours at the edges cross the driver as few rows.
        Sql.list(
                connection,
                "select bucket, project, model, stage, failure_type, error_type, " + SUMS + " from rollup_request"
                        + filter.where() + " group by bucket, project, model, stage, failure_type, error_type",
                row -> {
                    fold.add(
                            row.getLong(1),
                            row.getString(2),
                            row.getString(3),
                            row.getString(4),
                            row.getString(5),
                            row.getString(6),
                            new Tally(
                                    row.getLong(7),
                                    row.getLong(8),
                                    row.getLong(9),
                                    row.getLong(10),
                                    row.getLong(11),
                                    row.getLong(12),
                                    row.getLong(13),
                                    row.getLong(14),
                                    row.getLong(15),
                                    row.getLong(16),
                                    row.getLong(17),
                                    row.getLong(18)));
                    return true;
                },
                filter.values());
    }

    private static void texts(Connection connection, Question question, Buckets.Span span, ReportFold fold)
            throws SQLException {
        Filter filter = new Filter(span).and("project", question.project());
        Sql.list(
                connection,
                "select kind, content, sum(requests), sum(failures) from rollup_text" + filter.where()
                        + " group by kind, content",
                row -> {
                    fold.addText(row.getString(1), row.getString(2), row.getLong(3), row.getLong(4));
                    return true;
                },
                filter.values());
    }

    private static void counts(Connection connection, Question question, Buckets.Span span, ReportFold fold)
            throws SQLException {
        Filter filter = new Filter(span).and("project", question.project());
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
