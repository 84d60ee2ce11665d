package dev.mulligan.store.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings the schema up to date, one numbered file after the other, each in its own transaction. Ours and small, because a
 * migration library's check that there is nothing to do costs more than a whole {@code mulligan exec}.
 *
 * <p>Files are of two kinds. A <i>schema</i> may change anything; a program that does not know it refuses the store. An
 * <i>addition</i> only adds tables, indexes or columns with defaults, so that programs which do not know it read and write
 * on beside those that do: that is what lets old and new versions share a store during an upgrade.
 */
public final class Migrator {

    private static final int NEWEST = 4;
    private static final int NEWEST_ADDITION = 5;
    /** Any number that others who use the same database do not take. */
    private static final long SCHEMA_LOCK = 7_171_717_171L;

    private Migrator() {}

    public static void migrate(Database database) {
        int version = database.read("looking at the schema", connection -> newest(connection, "schema_version"));
        if (version > NEWEST) {
            throw new StoreException(
                    database.name() + " was written by a newer mulligan (schema " + version + ", this one knows "
                            + NEWEST + ")",
                    "Use the newer mulligan, or another --store.",
                    new IllegalStateException("schema " + version));
        }
        for (int next = version + 1; next <= NEWEST; next++) {
            int step = next;
            database.write("migrating the schema", connection -> {
                apply(connection, database, "schema_version", "schema-" + step, step);
                return true;
            });
        }
        int addition = database.read("looking at the schema", connection -> newest(connection, "schema_addition"));
        for (int next = addition + 1; next <= NEWEST_ADDITION; next++) {
            int step = next;
            database.write("adding to the schema", connection -> {
                apply(connection, database, "schema_addition", "addition-" + step, step);
                return true;
            });
        }
    }

    private static int newest(Connection connection, String table) throws SQLException {
        try (ResultSet tables = connection.getMetaData().getTables(null, null, table, new String[] {"TABLE"})) {
            if (!tables.next()) {
                return 0;
            }
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select coalesce(max(version), 0) from " + table)) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }

    private static void apply(Connection connection, Database database, String table, String file, int step)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (database.isServer()) {
                // PostgreSQL refuses one of two that create the same table at the same moment, "if not exists" or not.
                statement.execute("select pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
            }
            statement.execute("create table if not exists " + table + " (version bigint primary key)");
            // Two programs may start at once: the second waits here, then finds the work done.
            try (PreparedStatement mark = connection.prepareStatement(
                    "insert into " + table + " (version) values (?) on conflict (version) do nothing")) {
                mark.setLong(1, step);
                if (mark.executeUpdate() == 0) {
                    return;
                }
            }
            for (String sql : statements(file + ".sql", database)) {
                statement.execute(sql);
            }
        }
    }

    private static List<String> statements(String name, Database database) {
        try (InputStream in = Migrator.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the program");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("${rowid}", database.rowidType())
                    .replace("${bytes}", database.bytesType())
                    .replace("${time}", database.timeType())
                    .replace("${truth}", database.truthType())
                    // SQLite keeps such a table in one tree instead of two; PostgreSQL has nothing like it.
                    .replace(" ${clustered}", database.isServer() ? "" : " without rowid");
            List<String> statements = new ArrayList<>();
            StringBuilder statement = new StringBuilder();
            for (String line : text.split("\n", -1)) {
                if (!line.startsWith("--")) {
                    statement.append(line).append('\n');
                }
                if (line.endsWith(";")) {
                    statements.add(statement.toString().strip().replaceFirst(";$", ""));
                    statement.setLength(0);
                }
            }
            return statements;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
