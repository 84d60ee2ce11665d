package dev.mulligan.store.event;

import dev.mulligan.event.Event;
import dev.mulligan.event.RetryEvent;
import dev.mulligan.record.AttemptEvent;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.ProviderEvent.ProviderRequestStarted;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.trace.Recorded;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which events belong to a session, and which to a request: without it every page of a session walked all of history. */
final class Timelines {

    static final String SESSION = "s:";
    static final String REQUEST = "r:";
    static final String RUN = "u:";

    private static final String INSERT = "insert into timeline (subject, run_id, seq, at) values (?, ?, ?, ?)"
            + " on conflict (subject, run_id, seq) do nothing";
    private static final String REQUEST_ID = "req-";

    private final List<Object[]> rows = new ArrayList<>();

    void add(Recorded recorded) {
        subject(recorded.event()).ifPresent(subject -> put(subject, recorded));
        run(recorded.event()).ifPresent(subject -> put(subject, recorded));
    }

    private void put(String subject, Recorded recorded) {
        rows.add(new Object[] {
            Sql.text(subject),
            Sql.text(recorded.runId()),
            recorded.seq(),
            recorded.at().toEpochMilli()
        });
    }

    /** The run whose agent sent a request through a gateway. */
    private static Optional<String> run(Event event) {
        return switch (event) {
            case ProviderRequestStarted e -> e.run().map(RUN::concat);
            case ProviderRequestFinished e -> e.run().map(RUN::concat);
            default -> Optional.empty();
        };
    }

    static Optional<String> subject(Event event) {
        return switch (event) {
            case ProviderRequestStarted e -> e.session().map(SESSION::concat);
            case ProviderRequestFinished e -> e.session().map(SESSION::concat);
            case AttemptEvent.AttemptStarted e -> session(e.stage(), e.operationId());
            case AttemptEvent.AttemptFinished e -> e.session().map(SESSION::concat);
            case AttemptEvent.AgentChunk e ->
                e.stream().equals("answer") ? Optional.of(SESSION + e.operationId()) : Optional.empty();
            // A person escalates a session, the kernel a request.
            case RetryEvent.ModelEscalated e ->
                request(e.operationId()).or(() -> Optional.of(SESSION + e.operationId()));
            case RetryEvent e -> request(e.operationId());
            default -> Optional.empty();
        };
    }

    private static Optional<String> session(String stage, String operation) {
        return stage.equals("session") ? Optional.of(SESSION + operation) : Optional.empty();
    }

    /** The gateway names its operations {@code provider model req-…#n}. */
    private static Optional<String> request(String operation) {
        int from = operation.lastIndexOf(' ') + 1;
        int to = operation.lastIndexOf('#');
        return to > from && operation.startsWith(REQUEST_ID, from)
                ? Optional.of(REQUEST + operation.substring(from, to))
                : Optional.empty();
    }

    void flush(Connection connection) throws SQLException {
        Sql.batch(connection, INSERT, rows);
        rows.clear();
    }
}
