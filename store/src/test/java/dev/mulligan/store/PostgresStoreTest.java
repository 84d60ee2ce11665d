package dev.mulligan.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresStoreTest extends StoreContract {

    @BeforeAll
    static void server() {
        Postgres.assumed();
    }

    @Override
    String fresh(Path folder) {
        return Postgres.freshDatabase();
    }

    /** The statements are the same as on SQLite; a few histories show that the server agrees. */
    @Override
    int seeds() {
        return 3;
    }

    @Test
    void aRestartThatClosedTheConnectionsIsNotNoticedByReaders() throws Exception {
        String address = Postgres.freshDatabase();
        try (EventStore open = EventStore.open(address)) {
            open.append(SomeHistory.of(8, 50, Instant.parse("2026-03-01T10:30:00Z")));
            assertThat(Postgres.closeConnections(address)).isPositive();
            assertThat(open.position()).isEqualTo(50);
            assertThat(open.isThere()).isTrue();
        }
    }
}
