package dev.mulligan.store.report;

import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.store.sql.RowKey;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.sql.Upserts;
import dev.mulligan.store.trace.Recorded;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Rows for what failed at least once: written with the events, read back by lists and incidents. */
final class TroubledRows {

    static final String SELECT = "select run_id, seq, at, layer, outcome, provider, project, model, stage, session,"
            + " operation_id, failure_type, status, failed_attempts, recovery_ms, cost_micros, wasted_micros, message"
            + " from troubled";
    /** The outcome of rows that are attempts of something that goes on. */
    static final String ATTEMPT = "attempt";

    private static final String INSERT =
            "insert into troubled (run_id, seq, at, layer, outcome, provider, project, model,"
                    + " stage, session, operation_id, failure_type, status, failed_attempts, recovery_ms, cost_micros,"
                    + " wasted_micros, message) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    + " on conflict (run_id, seq) do nothing";

    private static final Upserts.Target SLOTS = new Upserts.Target(
            "trouble_slot",
            List.of("slot", "layer", "provider", "failure_type"),
            List.of("recovered", "lost", "refused", "recovery_ms", "wasted_micros"),
            List.of("last_at"),
            List.of("first_at"));

    private final List<Object[]> rows = new ArrayList<>();
    private final Upserts slots = new Upserts(SLOTS);

    /** A failed attempt of a step: not an end, but with a message that is counted. */
    void attempt(Recorded recorded, AttemptFinished done, RequestSums.Combination about, String message) {
        add(
                TroubledRow.at(
                        recorded,
                        RecoveryOutcome.LOST,
                        new TroubledRow.Subject(
                                about.layer(),
                                "",
                                about.project(),
                                about.model(),
                                about.stage(),
                                done.session().orElse(""),
                                done.operationId()),
                        new TroubledRow.LastFailure(about.type(), 0, message),
                        new TroubledRow.Price(1, 0, done.costMicros(), done.costMicros())),
                ATTEMPT);
    }

    void add(TroubledRow row) {
        add(row, row.outcome().wireName());
        long at = row.at().toEpochMilli();
        slots.add(
                new RowKey(
                        at / Troubles.SLOT,
                        row.subject().layer(),
                        Sql.text(row.subject().provider()),
                        row.lastFailure().type()),
                new long[] {
                    row.outcome() == RecoveryOutcome.RECOVERED ? 1 : 0,
                    row.outcome() == RecoveryOutcome.LOST ? 1 : 0,
                    row.outcome() == RecoveryOutcome.REFUSED ? 1 : 0,
                    row.price().recoveryMs(),
                    row.price().wastedMicros()
                },
                at,
                at);
    }

    private void add(TroubledRow row, String outcome) {
        TroubledRow.Subject subject = row.subject();
        TroubledRow.Price price = row.price();
        rows.add(new Object[] {
            Sql.text(row.runId()),
            row.seq(),
            row.at().toEpochMilli(),
            subject.layer(),
            outcome,
            Sql.text(subject.provider()),
            Sql.text(subject.project()),
            Sql.text(subject.model()),
            Sql.text(subject.stage()),
            Sql.text(subject.session()),
            Sql.text(subject.operationId()),
            row.lastFailure().type(),
            row.lastFailure().status(),
            price.failedAttempts(),
            price.recoveryMs(),
            price.costMicros(),
            price.wastedMicros(),
            Sql.text(row.lastFailure().message())
        });
    }

    void flush(Connection connection) throws SQLException {
        Sql.batch(connection, INSERT, rows);
        rows.clear();
        slots.flush(connection);
    }

    static TroubledRow read(ResultSet row) throws SQLException {
        return new TroubledRow(
                row.getString(1),
                row.getLong(2),
                Instant.ofEpochMilli(row.getLong(3)),
                RecoveryOutcome.ofWireName(row.getString(5)).orElse(RecoveryOutcome.LOST),
                new TroubledRow.Subject(
                        row.getString(4),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8),
                        row.getString(9),
                        row.getString(10),
                        row.getString(11)),
                new TroubledRow.LastFailure(row.getString(12), row.getInt(13), row.getString(18)),
                new TroubledRow.Price(row.getLong(14), row.getLong(15), row.getLong(16), row.getLong(17)));
    }
}
