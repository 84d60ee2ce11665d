package dev.mulligan.orchestrator.run;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.Optional;

/** A real server, durable as a real one is: the library's defaults trade that for speed. */
final class ClusterPostgres implements AutoCloseable {

    private final EmbeddedPostgres server;

    private ClusterPostgres(EmbeddedPostgres server) {
        this.server = server;
    }

    static Optional<ClusterPostgres> start() {
        try {
            return Optional.of(new ClusterPostgres(EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .start()));
        } catch (IOException | RuntimeException e) {
            System.out.println("skipped: PostgreSQL cannot be started here: " + e);
            return Optional.empty();
        }
    }

    String address() {
        return "postgres://postgres:postgres@localhost:" + server.getPort() + "/postgres";
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
