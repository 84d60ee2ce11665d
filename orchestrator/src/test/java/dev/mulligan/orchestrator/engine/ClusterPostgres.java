package dev.mulligan.orchestrator.engine;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;

/** A real server, durable as a real one is: the library's defaults trade that for speed. */
final class ClusterPostgres implements AutoCloseable {

    private final Path data;
    private final int port;
    private EmbeddedPostgres server;

    private ClusterPostgres(Path data, int port, EmbeddedPostgres server) {
        this.data = data;
        this.port = port;
        this.server = server;
    }

    static Optional<ClusterPostgres> start(Path data) {
        try {
            int port = freePort();
            return Optional.of(new ClusterPostgres(data, port, launch(data, port)));
        } catch (IOException | RuntimeException e) {
            System.out.println("skipped: PostgreSQL cannot be started here: " + e);
            return Optional.empty();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static EmbeddedPostgres launch(Path data, int port) throws IOException {
        return EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .start();
    }

    /** Everybody's connections break; what was committed is there again. */
    void restart() throws IOException {
        server.close();
        server = launch(data, port);
    }

    int port() {
        return port;
    }

    /** The same server, reached through somebody else. */
    String address(String host) {
        return "postgres://postgres:postgres@" + host + "/postgres";
    }

    String address() {
        return address("localhost:" + port);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
