package dev.mulligan.cli;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/** A real server that can be stopped and started again with what it holds. */
final class FleetPostgres implements AutoCloseable {

    private final Path data;
    private final int port;
    private final AtomicInteger numbers = new AtomicInteger();
    private EmbeddedPostgres running;
    private String name = "postgres";
    private boolean away;

    private FleetPostgres(Path data, int port, EmbeddedPostgres running) {
        this.data = data;
        this.port = port;
        this.running = running;
    }

    static FleetPostgres start(Path folder) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path data = folder.resolve("postgres");
        try {
            return new FleetPostgres(data, port, launch(data, port));
        } catch (IOException | RuntimeException e) {
            System.out.println("skipped: PostgreSQL cannot be started here: " + e);
            return Assumptions.abort("PostgreSQL cannot be started here");
        }
    }

    private static EmbeddedPostgres launch(Path data, int port) throws IOException {
        return EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
    }

    /** An empty database of the same server; {@link #address} leads to it from now on. */
    void fresh() throws SQLException {
        String next = "fleet_" + numbers.incrementAndGet();
        try (Connection connection = running.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + next);
        }
        name = next;
    }

    void stop() throws IOException {
        running.close();
        away = true;
    }

    boolean isAway() {
        return away;
    }

    void startAgain() throws IOException {
        running = launch(data, port);
        away = false;
    }

    /** Every process of the server stands still, or goes on. */
    void freeze(boolean on) throws IOException, InterruptedException {
        long postmaster = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip());
        String signal = on ? "STOP" : "CONT";
        SoakProgram.signal(postmaster, signal);
        for (ProcessHandle child :
                ProcessHandle.of(postmaster).orElseThrow().descendants().toList()) {
            SoakProgram.signal(child.pid(), signal);
        }
    }

    String address() {
        return "postgres://postgres:postgres@localhost:" + port + "/" + name;
    }

    @Override
    public void close() throws IOException {
        running.close();
    }
}
