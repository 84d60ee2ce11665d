package dev.mulligan.store.event;

import dev.mulligan.record.StepEvent.RepairAttempted;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.trace.Recorded;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Which failure a repair was made for. Each repair of a step is an operation of its own, so no attempt before it says so. */
final class RepairedFailure {

    private static final String BEFORE = "select position, run_id, seq, at, type, payload from event where run_id = ?"
            + " and seq < ? and type = 'RepairAttempted' order by seq desc limit 50";

    private RepairedFailure() {}

    /** Empty when the operation is no repair. */
    static String signature(Connection connection, Recorded finished, String operationId) throws SQLException {
        List<Optional<Positioned>> repairs =
                Sql.list(connection, BEFORE, Positioned::read, Sql.text(finished.runId()), finished.seq());
        return repairs.stream()
                .flatMap(Optional::stream)
                .map(found -> found.recorded().event())
                .filter(event -> event instanceof RepairAttempted repair
                        && operationId.equals(repair.stepId() + "/repair-" + repair.iteration()))
                .map(event -> ((RepairAttempted) event).signature())
                .findFirst()
                .orElse("");
    }
}
