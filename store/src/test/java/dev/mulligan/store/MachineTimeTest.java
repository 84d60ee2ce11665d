package dev.mulligan.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.MachineTime;
import dev.mulligan.store.sql.MachineTime.Uptime;
import dev.mulligan.store.sql.Migrator;
import dev.mulligan.store.sql.SqliteDatabase;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTimeTest {

    private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

    @TempDir
    Path folder;

    private Database database;

    @BeforeEach
    void open() {
        database = new SqliteDatabase(folder.resolve("store.db"));
        Migrator.migrate(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Instant asked(Instant clock, String boot, long uptime) {
        return new MachineTime(database, () -> clock, () -> Optional.of(new Uptime(boot, uptime))).now();
    }

    @Test
    void programsAgreeAlthoughTheClockWasSetBetweenThem() {
        assertThat(asked(NOON, "b", 1_000)).isEqualTo(NOON);
        assertThat(asked(NOON.plusSeconds(15), "b", 6_000)).isEqualTo(NOON.plusSeconds(5));
        assertThat(asked(NOON.minusSeconds(4), "b", 7_000)).isEqualTo(NOON.plusSeconds(6));
    }

    @Test
    void aClockThatIsFarOffBeginsANewCount() {
        asked(NOON, "b", 1_000);
        Instant tomorrow = NOON.plusSeconds(86_400);
        assertThat(asked(tomorrow, "b", 2_000)).isEqualTo(tomorrow);
        assertThat(asked(tomorrow.plusSeconds(9), "b", 3_000)).isEqualTo(tomorrow.plusSeconds(1));
    }

    @Test
    void afterAStartOfTheMachineTheCountBeginsAnew() {
        asked(NOON, "b", 900_000);
        assertThat(asked(NOON.plusSeconds(60), "c", 5_000)).isEqualTo(NOON.plusSeconds(60));
        assertThat(asked(NOON.plusSeconds(70), "c", 6_000)).isEqualTo(NOON.plusSeconds(61));
    }

    @Test
    void withoutTheTimeSinceTheStartTheClockCounts() {
        asked(NOON, "b", 1_000);
        assertThat(new MachineTime(database, () -> NOON.plusSeconds(7), Optional::empty).now())
                .isEqualTo(NOON.plusSeconds(7));
    }
}
