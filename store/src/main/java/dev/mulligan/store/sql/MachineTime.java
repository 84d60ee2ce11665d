package dev.mulligan.store.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The time the programs of one machine agree on. A clock that is set while they work would make live workers look dead:
 * so they count from one moment, kept in the store, by the time since the machine started. Only a clock that is far off
 * begins a new count.
 */
public final class MachineTime {

    private static final Duration TOLERATED = Duration.ofSeconds(30);

    /** How long a start of the machine is ago. */
    public record Uptime(String boot, long millis) {

        /** Empty where the system does not say. */
        public static Optional<Uptime> read() {
            try {
                String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                        .strip();
                String seconds = Files.readString(Path.of("/proc/uptime"));
                return Optional.of(new Uptime(
                        boot, Math.round(Double.parseDouble(seconds.substring(0, seconds.indexOf(' '))) * 1_000)));
            } catch (IOException | RuntimeException e) {
                return Optional.empty();
            }
        }
    }

    private final Database database;
    private final InstantSource clock;
    private final Supplier<Optional<Uptime>> uptime;

    public MachineTime(Database database, InstantSource clock, Supplier<Optional<Uptime>> uptime) {
        this.database = database;
        this.clock = clock;
        this.uptime = uptime;
    }

    public Instant now() {
        Optional<Uptime> since = uptime.get();
        if (since.isEmpty()) {
            return clock.instant();
        }
        Optional<Instant> counted =
                database.read("asking for the time", connection -> counted(connection, since.get()));
        return counted.filter(this::isNear)
                .orElseGet(() -> database.write("agreeing on the time", connection -> begin(connection, since.get())));
    }

    private boolean isNear(Instant counted) {
        return Duration.between(counted, clock.instant()).abs().compareTo(TOLERATED) <= 0;
    }

    private static Optional<Instant> counted(Connection connection, Uptime since) throws SQLException {
        return Sql.one(
                connection,
                "select at, uptime from machine_time where boot = ?",
                row -> Instant.ofEpochMilli(row.getLong(1) + since.millis() - row.getLong(2)),
                since.boot());
    }

    /** Somebody else may have begun at the same moment; theirs is as good. */
    private Instant begin(Connection connection, Uptime since) throws SQLException {
        Optional<Instant> other = counted(connection, since).filter(this::isNear);
        if (other.isPresent()) {
            return other.get();
        }
        Instant now = clock.instant();
        Sql.update(connection, "delete from machine_time");
        Sql.update(
                connection,
                "insert into machine_time (boot, uptime, at) values (?, ?, ?)",
                since.boot(),
                since.millis(),
                now.toEpochMilli());
        return now;
    }
}
