package dev.mulligan.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sums gathered in memory and added to a table in one go. Rows go out in the order of their keys: two servers that add to
 * the same rows then wait for each other and never for ever.
 */
final class Upserts {

    private static final class Row {
        private final Object[] key;
        private final long[] sums;
        private final Object[] latest;

        Row(Object[] key, int sums, Object[] latest) {
            this.key = key;
            this.sums = new long[sums];
            this.latest = latest;
        }
    }

    private final String sql;
    private final int latestColumns;
    private final Map<List<Object>, Row> rows = new HashMap<>();

    Upserts(String table, List<String> keys, List<String> sums) {
        this(table, keys, sums, List.of(), List.of());
    }

    /** Columns in {@code latest} take the newest value, those in {@code first} keep the oldest. */
    Upserts(String table, List<String> keys, List<String> sums, List<String> latest, List<String> first) {
        this.latestColumns = latest.size();
        List<String> all =
                Stream.of(keys, sums, latest, first).flatMap(List::stream).toList();
        this.sql = "insert into " + table + " (" + String.join(", ", all) + ") values ("
                + all.stream().map(column -> "?").collect(Collectors.joining(", ")) + ") on conflict ("
                + String.join(", ", keys) + ") do update set "
                + Stream.concat(
                                sums.stream().map(sum -> sum + " = " + table + "." + sum + " + excluded." + sum),
                                latest.stream().map(column -> column + " = excluded." + column))
                        .collect(Collectors.joining(", "));
    }

    void add(Object[] key, long[] deltas, Object... latest) {
        Row row = rows.computeIfAbsent(List.of(key), k -> new Row(key, deltas.length, latest.clone()));
        for (int i = 0; i < deltas.length; i++) {
            row.sums[i] += deltas[i];
        }
        System.arraycopy(latest, 0, row.latest, 0, latestColumns);
    }

    void flush(Connection connection) throws SQLException {
        List<Object[]> values = new ArrayList<>(rows.size());
        rows.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
                .forEach(entry -> values.add(values(entry.getValue())));
        Sql.batch(connection, sql, values);
        rows.clear();
    }

    private static Object[] values(Row row) {
        List<Object> all = new ArrayList<>(List.of(row.key));
        for (long sum : row.sums) {
            all.add(sum);
        }
        all.addAll(List.of(row.latest));
        return all.toArray();
    }
}
