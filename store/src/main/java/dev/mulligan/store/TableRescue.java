package dev.mulligan.store;

import dev.mulligan.store.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Copies rows of a damaged SQLite file into a new one, table by table. A table that cannot be read to its end is read
 * from its other end as well, so that one bad page costs only what is on it.
 */
final class TableRescue {

    private static final int BATCH = 500;
    /** Events are stored anew, with everything that follows from them; the rest says which tables there are. */
    private static final Set<String> NOT_COPIED = Set.of("event", "counter", "schema_version", "schema_addition");

    /** {@code damaged}: tables of which something could not be read. */
    record Result(TreeMap<String, Long> rows, List<String> damaged) {}

    private final Connection from;
    private final Connection to;

    TableRescue(Connection from, Connection to) {
        this.from = from;
        this.to = to;
    }

    Result copy() throws SQLException {
        to.setAutoCommit(false);
        TreeMap<String, Long> rows = new TreeMap<>();
        List<String> damaged = new ArrayList<>();
        for (String table : tables()) {
            List<String> columns = columns(table);
            long before = count(table);
            boolean whole = false;
            if (!columns.isEmpty()) {
                whole = copy(table, columns, "asc");
                if (!whole) {
                    copy(table, columns, "desc");
                }
            }
            if (!whole) {
                damaged.add(table);
            }
            to.commit();
            rows.put(table, Math.max(0, count(table) - before));
        }
        return new Result(rows, List.copyOf(damaged));
    }

    private List<String> tables() throws SQLException {
        return Sql.list(
                        to,
                        "select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name",
                        row -> row.getString(1))
                .stream()
                .filter(table -> !NOT_COPIED.contains(table))
                .toList();
    }

    /** Those that both have: a damaged store may be older. Empty when the table's own description is lost. */
    private List<String> columns(String table) throws SQLException {
        Set<String> common = new LinkedHashSet<>(columns(to, table));
        try {
            common.retainAll(columns(from, table));
        } catch (SQLException unreadable) {
            return List.of();
        }
        return List.copyOf(common);
    }

    private static List<String> columns(Connection connection, String table) throws SQLException {
        return Sql.list(connection, "pragma table_info(" + table + ")", row -> row.getString("name"));
    }

    private List<String> key(String table) throws SQLException {
        return Sql.list(
                        to,
                        "pragma table_info(" + table + ")",
                        row -> row.getInt("pk") > 0 ? row.getInt("pk") + " " + row.getString("name") : "")
                .stream()
                .filter(part -> !part.isEmpty())
                .sorted()
                .map(part -> part.substring(part.indexOf(' ') + 1))
                .toList();
    }

    private long count(String table) throws SQLException {
        return Sql.one(to, "select count(*) from " + table, row -> row.getLong(1))
                .orElse(0L);
    }

    /** What stands in the damaged file is newer than what its events say: it also knows what was let go long ago. */
    private boolean copy(String table, List<String> columns, String order) throws SQLException {
        String names = String.join(", ", columns);
        String insert = "insert or replace into " + table + " (" + names + ") values ("
                + columns.stream().map(column -> "?").collect(Collectors.joining(", ")) + ")";
        String sorted = key(table).stream().map(column -> column + " " + order).collect(Collectors.joining(", "));
        List<Object[]> batch = new ArrayList<>();
        try (Statement statement = from.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select " + names + " from " + table + (sorted.isEmpty() ? "" : " order by " + sorted))) {
            while (rows.next()) {
                Object[] row = new Object[columns.size()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = rows.getObject(i + 1);
                }
                batch.add(row);
                if (batch.size() == BATCH) {
                    insert(insert, batch);
                }
            }
            return true;
        } catch (SQLException damaged) {
            return false;
        } finally {
            insert(insert, batch);
        }
    }

    private void insert(String sql, List<Object[]> batch) throws SQLException {
        try (var statement = to.prepareStatement(sql)) {
            for (Object[] row : batch) {
                for (int i = 0; i < row.length; i++) {
                    statement.setObject(i + 1, row[i]);
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
        batch.clear();
    }
}
