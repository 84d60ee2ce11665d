package dev.mulligan.cli;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A real server that can be stopped and started again with what it holds. */
final class FleetPostgres implements AutoCloseable {

    private final Path data;
    private final int port;
    private EmbeddedPostgres running;

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

    void stop() throws IOException {
        running.close();
    }

    void startAgain() throws IOException {
        running = launch(data, port);
    }

    String address() {
        return "postgres://postgres:postgres@localhost:" + port + "/postgres";
    }

    @Override
    public void close() throws IOException {
        running.close();
    }
}
