package dev.mulligan.store.event;

import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.sql.WorkerName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of runs together with how they stand. */
final class RunRows {

    /**
     * What the events of a run say and what its workers say, as one word. Runs that were only traced have no workers. A
     * run that waits for its usage window is paused by its events and under way by its workers.
     */
    private static final String SELECT = """
            select r.*, case
                when f.status is null then r.status
                when f.status in ('held', 'paused', 'passed', 'failed', 'stopped') then f.status
                when f.status = 'running' and r.status = 'paused' then 'paused'
                when f.status = 'running'
                  and exists (select 1 from question q where q.run_id = r.id and q.answered_at = 0)
                  and not exists (select 1 from flow_step s where s.run_id = r.id and s.status in ('running', 'scheduled'))
                  then 'waiting'
                else 'running' end as standing
            from run r left join flow f on f.run_id = r.id""";

    private RunRows() {}

    /** @param rest of the statement, about {@code r} and {@code standing} */
    static List<Views.Run> list(Database database, String rest, List<Object> values) {
        List<Views.Run> rows = database.read(
                "listing runs",
                connection -> Sql.list(
                        connection,
                        "select * from (" + SELECT + ") r" + rest,
                        row -> Views.run(
                                RunState.of(row),
                                RunStanding.of(row.getString("standing")).orElse(RunStanding.RUNNING)),
                        values.toArray()));
        return rows.stream().anyMatch(row -> row.standing() == RunStanding.RUNNING)
                ? withInterrupted(rows, holders(database))
                : rows;
    }

    private record Holder(String work, Optional<String> worker) {}

    private static List<Holder> holders(Database database) {
        return database.read(
                "reading who works",
                connection -> Sql.list(
                        connection,
                        "select task_instance, picked_by from scheduled_tasks where picked_by is not null",
                        row -> new Holder(row.getString(1), Optional.ofNullable(row.getString(2)))));
    }

    /** Whether a program still lives is asked of the system, where it ran on this machine. */
    private static List<Views.Run> withInterrupted(List<Views.Run> rows, List<Holder> holders) {
        List<Views.Run> told = new ArrayList<>();
        for (Views.Run row : rows) {
            List<String> workers = holders.stream()
                    .filter(held -> held.work().equals(row.id()) || held.work().startsWith(row.id() + "/"))
                    .flatMap(held -> held.worker().stream())
                    .toList();
            boolean gone = row.standing() == RunStanding.RUNNING
                    && !workers.isEmpty()
                    && workers.stream().allMatch(WorkerName::isDeadHere);
            told.add(gone ? row.standing(RunStanding.INTERRUPTED) : row);
        }
        return told;
    }
}
