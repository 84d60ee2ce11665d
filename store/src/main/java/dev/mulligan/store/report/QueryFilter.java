package dev.mulligan.store.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A where clause that grows. */
final class QueryFilter {

    private final StringBuilder where;
    private final List<Object> values = new ArrayList<>();

    private QueryFilter(String first, Object... values) {
        this.where = new StringBuilder(" where ").append(first);
        this.values.addAll(List.of(values));
    }

    static QueryFilter inBuckets(Buckets.Span span) {
        return new QueryFilter("grain = ? and bucket >= ? and bucket < ?", span.grain(), span.from(), span.to());
    }

    /** All filters of the query on rows that carry their own time. */
    static QueryFilter onRows(AnalyticsQuery query) {
        return new QueryFilter(
                        "at >= ? and at < ?",
                        query.from().toEpochMilli(),
                        query.to().toEpochMilli())
                .dimensions(query);
    }

    QueryFilter dimensions(AnalyticsQuery query) {
        return and("project", query.project())
                .and("model", query.model())
                .and("stage", query.stage())
                .and("layer", query.layer())
                .and("failure_type", query.failureType());
    }

    QueryFilter and(String column, Optional<String> wanted) {
        wanted.ifPresent(value -> {
            where.append(" and ").append(column).append(" = ?");
            values.add(value);
        });
        return this;
    }

    String where() {
        return where.toString();
    }

    Object[] values(Object... more) {
        List<Object> all = new ArrayList<>(values);
        all.addAll(List.of(more));
        return all.toArray();
    }
}
