package dev.mulligan.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sums gathered in memory and added to a table in one go. Rows go out in the order of their keys: neighbours share pages,
 * and two servers that add to the same rows wait for each other and never for ever.
 */
public final class Upserts {

    private static final class Row {
        private final long[] sums;
        private final Object[] latest;

        Row(long[] sums, Object[] latest) {
            this.sums = sums;
            this.latest = latest;
        }
    }

    /** A table and how its rows add up: made once, used by every write. */
    public static final class Target {
        private final String sql;
        private final int latestColumns;

        public Target(String table, List<String> keys, List<String> sums) {
            this(table, keys, sums, List.of(), List.of());
        }

        /** Columns in {@code latest} take the newest value, those in {@code first} keep the oldest. */
        public Target(String table, List<String> keys, List<String> sums, List<String> latest, List<String> first) {
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
    }

    private final Target target;
    private final Map<RowKey, Row> rows = new HashMap<>();

    public Upserts(Target target) {
        this.target = target;
    }

    public void add(RowKey key, long[] deltas, Object... latest) {
        Row row = rows.get(key);
        if (row == null) {
            rows.put(key, new Row(deltas.clone(), latest.clone()));
            return;
        }
        for (int i = 0; i < deltas.length; i++) {
            row.sums[i] += deltas[i];
        }
        System.arraycopy(latest, 0, row.latest, 0, target.latestColumns);
    }

    public Collection<RowKey> keys() {
        return Collections.unmodifiableSet(rows.keySet());
    }

    public void flush(Connection connection) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        List<Object[]> values = new ArrayList<>(rows.size());
        rows.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> values.add(values(entry.getKey(), entry.getValue())));
        Sql.batch(connection, target.sql, values);
        rows.clear();
    }

    private static Object[] values(RowKey key, Row row) {
        Object[] all = key.padded(row.sums.length + row.latest.length);
        int at = key.length();
        for (long sum : row.sums) {
            all[at++] = sum;
        }
        System.arraycopy(row.latest, 0, all, at, row.latest.length);
        return all;
    }
}
