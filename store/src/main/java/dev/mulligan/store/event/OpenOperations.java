package dev.mulligan.store.event;

import dev.mulligan.store.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Operations that failed and have not ended, as far as a batch of events touches them. */
final class OpenOperations {

    private record Key(String runId, String operationId) {}

    private final Connection connection;
    private final Map<Key, OpenOperation> open = new HashMap<>();
    /** What the table says of these is about their life before. */
    private final Set<Key> ended = new LinkedHashSet<>();

    OpenOperations(Connection connection) {
        this.connection = connection;
    }

    Optional<OpenOperation> find(String runId, String operationId) throws SQLException {
        Key key = new Key(runId, operationId);
        OpenOperation known = open.get(key);
        if (known != null || ended.contains(key)) {
            return Optional.ofNullable(known);
        }
        Optional<OpenOperation> stored = OpenOperation.load(connection, runId, operationId);
        stored.ifPresent(operation -> open.put(key, operation));
        return stored;
    }

    OpenOperation get(String runId, String operationId, long at) throws SQLException {
        return find(runId, operationId).orElseGet(() -> OpenOperation.begun(runId, operationId, at));
    }

    void put(OpenOperation operation) {
        open.put(new Key(operation.runId(), operation.operationId()), operation);
    }

    void end(String runId, String operationId) {
        Key key = new Key(runId, operationId);
        open.remove(key);
        ended.add(key);
    }

    void flush() throws SQLException {
        List<Object[]> gone = new ArrayList<>();
        for (Key key : ended) {
            gone.add(new Object[] {Sql.text(key.runId), Sql.text(key.operationId)});
        }
        Sql.batch(connection, "delete from first_failure where run_id = ? and operation_id = ?", gone);
        OpenOperation.save(connection, List.copyOf(open.values()));
    }
}
