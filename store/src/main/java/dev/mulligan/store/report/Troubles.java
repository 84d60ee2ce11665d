package dev.mulligan.store.report;

import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What failed at least once: as a list, and grouped into incidents. */
public final class Troubles {

    /** Failures further apart than one empty slot belong to different incidents. */
    static final long SLOT = Duration.ofMinutes(10).toMillis();

    private static final int FEWEST = 3;
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final String SLOTS =
            "select layer, provider, failure_type, slot, first_at, last_at, recovered, lost,"
                    + " refused, recovery_ms, wasted_micros from trouble_slot where slot >= ? and slot < ?";

    private final Database database;

    public Troubles(Database database) {
        this.database = database;
    }

    /** The newest first. {@code before}: only earlier ones, to go on with a list. */
    public List<TroubledRow> list(
            AnalyticsQuery query, Optional<RecoveryOutcome> outcome, Optional<Instant> before, int limit) {
        QueryFilter filter = QueryFilter.onRows(query).and("outcome", outcome.map(RecoveryOutcome::wireName));
        String end = outcome.isPresent() ? "" : " and outcome <> 'attempt'";
        return database.read(
                "reading failures",
                connection -> Sql.list(
                        connection,
                        TroubledRows.SELECT + filter.where() + end + " and at < ? order by at desc, seq desc limit ?",
                        TroubledRows::read,
                        filter.values(before.map(Instant::toEpochMilli).orElse(Long.MAX_VALUE), limit)));
    }

    /** A request or operation, by its id. */
    public Optional<TroubledRow> find(String runId, String operationId) {
        return database.read(
                "reading a failure",
                connection -> Sql.one(
                        connection,
                        TroubledRows.SELECT
                                + " where run_id = ? and operation_id = ? and outcome <> 'attempt' order by seq desc limit 1",
                        TroubledRows::read,
                        runId,
                        operationId));
    }

    /** What fails together: the same type of failure, in the same layer, at the same provider. */
    private record Cause(String layer, String provider, String type) {}

    private record Sums(long recovered, long lost, long refused, long recoveryMs, long wasted) {

        Sums plus(Sums other) {
            return new Sums(
                    recovered + other.recovered,
                    lost + other.lost,
                    refused + other.refused,
                    recoveryMs + other.recoveryMs,
                    wasted + other.wasted);
        }

        long troubled() {
            return recovered + lost + refused;
        }
    }

    private record Slot(Cause cause, long slot, long from, long to, Sums sums) {

        static Slot read(ResultSet row) throws SQLException {
            return new Slot(
                    new Cause(row.getString(1), row.getString(2), row.getString(3)),
                    row.getLong(4),
                    row.getLong(5),
                    row.getLong(6),
                    new Sums(row.getLong(7), row.getLong(8), row.getLong(9), row.getLong(10), row.getLong(11)));
        }

        Slot and(Slot next) {
            return new Slot(cause, next.slot, from, next.to, sums.plus(next.sums));
        }

        boolean isIncident() {
            return sums.troubled() >= FEWEST;
        }
    }

    /** Those that begin within the range, the newest first. */
    public List<Incident> incidents(Instant from, Instant to, int limit) {
        List<Slot> slots = database.read(
                "looking for incidents",
                connection -> Sql.list(
                        connection,
                        SLOTS + " order by slot",
                        Slot::read,
                        from.toEpochMilli() / SLOT,
                        to.toEpochMilli() / SLOT + 1));
        return joined(slots).stream()
                .filter(Slot::isIncident)
                .sorted(Comparator.comparingLong((Slot slot) -> -slot.to))
                .limit(limit)
                .map(slot -> incident(slot, to))
                .toList();
    }

    private static List<Slot> joined(List<Slot> slots) {
        Map<Cause, Slot> open = new HashMap<>();
        List<Slot> done = new ArrayList<>();
        for (Slot slot : slots) {
            Slot before = open.get(slot.cause());
            boolean near = before != null && slot.slot - before.slot <= 2;
            if (before != null && !near) {
                done.add(before);
            }
            open.put(slot.cause(), before != null && near ? before.and(slot) : slot);
        }
        done.addAll(open.values());
        return done;
    }

    private Incident incident(Slot slot, Instant now) {
        Cause cause = slot.cause;
        Sums sums = slot.sums;
        long sessions = database.read(
                "counting sessions",
                connection -> Sql.one(
                                connection,
                                "select count(distinct case when session = '' then run_id else session end) from troubled"
                                        + " where failure_type = ? and provider = ? and at >= ? and at <= ?"
                                        + " and layer = ? and outcome <> 'attempt'",
                                row -> row.getLong(1),
                                cause.type,
                                cause.provider,
                                slot.from,
                                slot.to,
                                cause.layer)
                        .orElse(0L));
        String source = cause.layer.equals(Rollups.PROVIDER) ? cause.provider : "steps";
        return new Incident(
                source + "~" + cause.type + "~" + slot.from,
                cause.layer,
                cause.provider,
                cause.type,
                Instant.ofEpochMilli(slot.from),
                Instant.ofEpochMilli(slot.to),
                sums.recovered,
                sums.lost,
                sums.refused,
                sessions,
                sums.recoveryMs,
                sums.wasted,
                now.toEpochMilli() - slot.to < 2 * SLOT);
    }

    /** The one that began at the moment its id says, with everything that belongs to it since. */
    public Optional<Incident> incident(String id, Instant now) {
        String[] parts = id.split("~", -1);
        if (parts.length != 3 || !parts[2].matches("[0-9]{1,15}")) {
            return Optional.empty();
        }
        boolean steps = parts[0].equals("steps");
        long from = Long.parseLong(parts[2]);
        List<Slot> slots = database.read(
                "reading an incident",
                connection -> Sql.list(
                        connection,
                        SLOTS + " and failure_type = ? and provider = ? and layer = ? order by slot",
                        Slot::read,
                        from / SLOT,
                        (from + LONGEST.toMillis()) / SLOT,
                        parts[1],
                        steps ? "" : parts[0],
                        steps ? Rollups.ATTEMPT : Rollups.PROVIDER));
        return joined(slots).stream()
                .filter(slot -> slot.from == from)
                .findFirst()
                .map(slot -> incident(slot, now));
    }

    /** What belongs to an incident, the newest first. */
    public List<TroubledRow> of(Incident incident, int limit) {
        return database.read(
                "reading an incident",
                connection -> Sql.list(
                        connection,
                        TroubledRows.SELECT + " where failure_type = ? and provider = ? and at >= ? and at <= ?"
                                + " and layer = ? and outcome <> 'attempt' order by at desc limit ?",
                        TroubledRows::read,
                        incident.failureType(),
                        incident.provider(),
                        incident.from().toEpochMilli(),
                        incident.to().toEpochMilli(),
                        incident.layer(),
                        limit));
    }
}
