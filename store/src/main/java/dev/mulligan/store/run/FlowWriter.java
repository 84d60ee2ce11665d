package dev.mulligan.store.run;

import dev.mulligan.event.Event;
import dev.mulligan.record.CandidateEvent;
import dev.mulligan.record.PatchEvent;
import dev.mulligan.record.StepEvent;
import dev.mulligan.record.learn.CascadeWindow;
import dev.mulligan.store.event.CascadeItems;
import dev.mulligan.store.event.EventLog;
import dev.mulligan.store.event.Positioned;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.trace.Recorded;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What can be written about runs inside one transaction of {@link Flows}. */
public final class FlowWriter {

    private final Connection connection;
    private final EventLog log;

    FlowWriter(Connection connection, EventLog log) {
        this.connection = connection;
        this.log = log;
    }

    private interface Body<T> {
        T run() throws SQLException;
    }

    /** Failures travel to the transaction's owner, who explains them. */
    private static <T> T sql(Body<T> body) {
        try {
            return body.run();
        } catch (SQLException e) {
            throw new FlowFailure(e);
        }
    }

    static final class FlowFailure extends RuntimeException {
        private static final long serialVersionUID = 1;
        final transient SQLException sql;

        FlowFailure(SQLException sql) {
            super(sql);
            this.sql = sql;
        }
    }

    /** A new run with its steps; the run's first event gets number 1. */
    public void create(FlowRow flow, List<FlowStepRow> steps) {
        sql(() -> Sql.update(
                connection,
                "insert into flow (run_id, seq, status, plan, options, created_at) values (?, 0, ?, ?, ?, ?)",
                flow.runId(),
                flow.status().toString(),
                Sql.storable(flow.plan()),
                Sql.storable(flow.options()),
                flow.createdAt().toEpochMilli()));
        steps.forEach(step -> sql(() -> Sql.update(
                connection,
                "insert into flow_step (run_id, step_id, status, token, tree, conversation) values (?, ?, ?, ?, ?, ?)",
                flow.runId(),
                step.stepId(),
                step.status().toString(),
                step.token(),
                step.tree(),
                step.conversation())));
    }

    /** Numbers and stores events of a run. Also the run's lock: others wait here until this transaction ends. */
    public List<Recorded> append(String runId, Instant at, List<Event> events) {
        return sql(() -> {
            long last = Sql.one(
                            connection,
                            "update flow set seq = seq + ? where run_id = ? returning seq",
                            row -> row.getLong(1),
                            events.size(),
                            runId)
                    .orElseThrow(() -> new SQLException("there is no run " + runId));
            long seq = last - events.size();
            List<Recorded> recorded = new ArrayList<>(events.size());
            for (Event event : events) {
                recorded.add(new Recorded(runId, ++seq, at, event));
            }
            if (!recorded.isEmpty()) {
                log.append(connection, recorded);
            }
            return recorded;
        });
    }

    public void status(String runId, RunStatus status) {
        sql(() -> Sql.update(connection, "update flow set status = ? where run_id = ?", status.toString(), runId));
    }

    public Optional<FlowRow> flow(String runId) {
        return sql(() -> Sql.one(connection, Flows.SELECT_FLOW + " where run_id = ?", Flows::flow, runId));
    }

    public List<FlowStepRow> steps(String runId) {
        return sql(() -> Sql.list(connection, Flows.SELECT_STEP, Flows::step, runId));
    }

    /** Whether this token is still the step's. Says no to a worker that was given up for dead and woke again. */
    public boolean holds(String runId, String stepId, String token) {
        return sql(() -> Sql.update(
                        connection,
                        "update flow_step set token = token where run_id = ? and step_id = ? and token = ?",
                        runId,
                        stepId,
                        token))
                == 1;
    }

    /** Whether an attempt has been announced and has not ended: then it is the same attempt that goes on. */
    public boolean isAttemptOpen(String runId, String operation, int attempt) {
        return sql(() -> Sql.one(
                        connection,
                        "select 1 from attempt where run_id = ? and operation_id = ? and attempt = ?"
                                + " and ended_at < started_at",
                        row -> true,
                        runId,
                        operation,
                        attempt))
                .isPresent();
    }

    /** An attempt that has started and not ended. */
    public record OpenAttempt(String operation, int attempt, String stage, String model, long startedAt) {}

    /** Those of operations whose names start so. */
    public List<OpenAttempt> openAttempts(String runId, String prefix) {
        return sql(() -> Sql.list(
                connection,
                "select operation_id, attempt, stage, model, started_at from attempt where run_id = ?"
                        + " and substr(operation_id, 1, length(?)) = ? and ended_at < started_at"
                        + " order by operation_id, attempt",
                row -> new OpenAttempt(
                        row.getString(1), row.getInt(2), row.getString(3), row.getString(4), row.getLong(5)),
                runId,
                prefix,
                prefix));
    }

    /** Operations whose names start so and which wait for their next attempt, with how many were made. */
    public Map<String, Integer> openEpisodes(String runId, String prefix) {
        Map<String, Integer> open = new LinkedHashMap<>();
        sql(() -> Sql.list(
                        connection,
                        "select operation_id, attempt from first_failure where run_id = ?"
                                + " and substr(operation_id, 1, length(?)) = ? and attempt > 0 order by operation_id",
                        row -> Map.entry(row.getString(1), row.getInt(2)),
                        runId,
                        prefix,
                        prefix))
                .forEach(entry -> open.put(entry.getKey(), entry.getValue()));
        return open;
    }

    public void step(String runId, FlowStepRow step) {
        sql(() -> Sql.update(
                connection,
                "update flow_step set status = ?, token = ?, tree = ?, conversation = ? where run_id = ? and step_id = ?",
                step.status().toString(),
                step.token(),
                step.tree(),
                step.conversation(),
                runId,
                step.stepId()));
    }

    /** The next row of a step's journal: an object of JSON, which keeps its form when secrets are taken out of its texts. */
    public void journal(String runId, String stepId, Instant at, String input) {
        sql(() -> Sql.update(
                connection,
                "insert into flow_input (run_id, step_id, n, at, input) values (?, ?, (select coalesce(max(n), 0) + 1"
                        + " from flow_input where run_id = ? and step_id = ?), ?, ?)",
                runId,
                stepId,
                runId,
                stepId,
                at.toEpochMilli(),
                Sql.storable(JsonSecrets.redact(input))));
    }

    /** A step's journal, oldest first, what this transaction wrote included. */
    public List<String> journal(String runId, String stepId) {
        return sql(() -> Sql.list(connection, Flows.SELECT_JOURNAL, row -> row.getString(1), runId, stepId));
    }

    /** The newest outcomes of different items of a workspace, what this transaction wrote included. */
    public List<CascadeWindow.Item> recentItems(String workspace, int size) {
        return sql(() -> CascadeItems.newest(connection, workspace, size));
    }

    /** Empties a step's journal: it starts over. */
    public void forget(String runId, String stepId) {
        sql(() -> Sql.update(connection, "delete from flow_input where run_id = ? and step_id = ?", runId, stepId));
    }

    /** Events of this type so far, what this transaction wrote included. */
    public int count(String runId, String type) {
        return sql(() -> Sql.one(
                        connection,
                        "select count(*) from event where run_id = ? and type = ?",
                        row -> row.getInt(1),
                        runId,
                        type)
                .orElse(0));
    }

    /** The last change proposed for a step, what this transaction wrote included. */
    public Optional<PatchEvent.PatchProposed> lastChange(String runId, String stepId) {
        return sql(() -> Sql.list(
                        connection,
                        "select position, run_id, seq, at, type, payload from event where run_id = ?"
                                + " and type = 'PatchProposed' order by seq",
                        Positioned::read,
                        runId)
                .stream()
                .flatMap(Optional::stream)
                .map(positioned ->
                        (PatchEvent.PatchProposed) positioned.recorded().event())
                .filter(proposed -> proposed.stepId().equals(stepId))
                .reduce((_, newer) -> newer));
    }

    /** A step added up, what this transaction wrote included. */
    public record Totals(int attempts, long costMicros, Instant startedAt, boolean judged) {}

    public Totals totals(String runId, String stepId, Instant otherwise) {
        return sql(() -> {
            Totals sums = Sql.one(
                            connection,
                            "select count(*), coalesce(sum(cost_micros), 0) from attempt"
                                    + " where run_id = ? and operation_id like ?",
                            row -> new Totals(row.getInt(1), row.getLong(2), otherwise, false),
                            runId,
                            stepId + "/%")
                    .orElseThrow();
            Instant started = otherwise;
            boolean judged = false;
            for (Recorded event : Sql.list(
                            connection,
                            "select position, run_id, seq, at, type, payload from event where run_id = ?"
                                    + " and type in ('StepStarted', 'JudgeInvoked') order by seq",
                            Positioned::read,
                            runId)
                    .stream()
                    .flatMap(Optional::stream)
                    .map(Positioned::recorded)
                    .toList()) {
                if (event.event() instanceof StepEvent.StepStarted start
                        && start.stepId().equals(stepId)) {
                    started = event.at();
                } else if (event.event() instanceof CandidateEvent.JudgeInvoked judge
                        && judge.stepId().equals(stepId)) {
                    judged = true;
                }
            }
            return new Totals(sums.attempts(), sums.costMicros(), started, judged);
        });
    }

    /** Executions of a scheduler that is known to be dead are anybody's again, at once. */
    public int release(String deadScheduler) {
        return sql(() -> Sql.update(
                connection,
                "update scheduled_tasks set picked = " + Flows.falseLiteral(connection)
                        + ", picked_by = null, last_heartbeat = null, version = version + 1 where picked_by = ?",
                deadScheduler));
    }
}
