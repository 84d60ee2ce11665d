package dev.mulligan.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/** A real server for the tests, started once from binaries that the build brings along. */
final class Postgres {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static final class Server {
        private static final Optional<EmbeddedPostgres> RUNNING = start();

        private static Optional<EmbeddedPostgres> start() {
            try {
                // As a real server runs: the library's defaults trade durability for speed.
                return Optional.of(EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("full_page_writes", "on")
                        .start());
            } catch (IOException | RuntimeException e) {
                System.out.println("skipped: PostgreSQL cannot be started here: " + e);
                return Optional.empty();
            }
        }
    }

    private Postgres() {}

    static void assumed() {
        Assumptions.assumeTrue(Server.RUNNING.isPresent(), "PostgreSQL cannot be started here");
    }

    static String freshDatabase() {
        EmbeddedPostgres server = Server.RUNNING.orElseThrow();
        String name = "store_" + DATABASES.incrementAndGet();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return "postgres://postgres:postgres@localhost:" + server.getPort() + "/" + name;
    }

    /** What a restart does to whoever is connected; returns how many were. */
    static int closeConnections(String address) throws SQLException {
        String name = address.substring(address.lastIndexOf('/') + 1);
        try (Connection connection =
                        Server.RUNNING.orElseThrow().getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select count(pg_terminate_backend(pid)) from pg_stat_activity"
                        + " where datname = '" + name + "'")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
