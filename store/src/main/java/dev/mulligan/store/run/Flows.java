package dev.mulligan.store.run;

import dev.mulligan.store.event.EventLog;
import dev.mulligan.store.sql.BoundSource;
import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.MachineTime;
import dev.mulligan.store.sql.MachineTime.Uptime;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.sql.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Runs that outlive a process. One transaction covers a run's events, its steps' journal and the scheduler's own table,
 * so that what happened and what happens next are never at odds.
 */
public final class Flows {

    static final String SELECT_FLOW = "select run_id, status, plan, options, created_at from flow";
    static final String SELECT_STEP =
            "select step_id, status, token, tree, conversation from flow_step where run_id = ? order by step_id";

    static final String SELECT_JOURNAL = "select input from flow_input where run_id = ? and step_id = ? order by n";

    private final Database database;
    private final EventLog log;
    private final BoundSource source;
    private final MachineTime machineTime;

    public Flows(Database database, EventLog log) {
        this.database = database;
        this.log = log;
        this.machineTime = new MachineTime(database, InstantSource.system(), Uptime::read);
        this.source = new BoundSource(database.forScheduler());
    }

    /** For the scheduler. Inside {@link #transaction} its statements belong to that transaction. */
    public DataSource scheduler() {
        return source;
    }

    /** Whether several machines may share this store. */
    public boolean isShared() {
        return database.isServer();
    }

    /** All of it or nothing. Failures come as {@link StoreException}. */
    public <T> T transaction(String doing, Function<FlowWriter, T> work) {
        try {
            return database.write(
                    doing,
                    connection -> BoundSource.bound(connection, bound -> work.apply(new FlowWriter(bound, log))));
        } catch (FlowWriter.FlowFailure e) {
            throw database.explain(doing, e.sql);
        }
    }

    public Optional<FlowRow> find(String runId) {
        return database.read(
                "reading a run",
                connection -> Sql.one(connection, SELECT_FLOW + " where run_id = ?", Flows::flow, runId));
    }

    public Optional<RunStatus> status(String runId) {
        return database.read(
                "reading a run",
                connection -> Sql.one(
                        connection,
                        "select status from flow where run_id = ?",
                        row -> RunStatus.of(row.getString(1)),
                        runId));
    }

    /** Newest first. */
    public List<FlowRow> newest(int limit) {
        return database.read(
                "reading runs",
                connection ->
                        Sql.list(connection, SELECT_FLOW + " order by created_at desc limit ?", Flows::flow, limit));
    }

    public List<FlowStepRow> steps(String runId) {
        return database.read(
                "reading the steps of a run", connection -> Sql.list(connection, SELECT_STEP, Flows::step, runId));
    }

    /** How the steps of a run stand, as it is shown, by their id; empty for a run that was only traced. */
    public Map<String, String> stepStandings(String runId) {
        Optional<RunStatus> run = status(runId);
        Map<String, String> standings = new LinkedHashMap<>();
        if (run.isPresent()) {
            steps(runId).forEach(step -> standings.put(step.stepId(), step.standing(run.get())));
        }
        return standings;
    }

    /** A step's journal, oldest first. */
    public List<String> journal(String runId, String stepId) {
        return database.read(
                "reading a journal",
                connection -> Sql.list(connection, SELECT_JOURNAL, row -> row.getString(1), runId, stepId));
    }

    /** Names of schedulers that hold executions. */
    public List<String> holders() {
        return database.read(
                "reading who works",
                connection -> Sql.list(
                        connection,
                        "select distinct picked_by from scheduled_tasks where picked_by is not null",
                        row -> row.getString(1)));
    }

    /** A step ({@code run/step}) or the end of a run ({@code run}), and the worker that holds it; empty: it waits. */
    public record Held(String work, Optional<String> worker) {}

    /** Everything that is under way or waits for a worker or its time. */
    public List<Held> held() {
        return database.read(
                "reading who works",
                connection -> Sql.list(
                        connection,
                        "select task_instance, picked_by from scheduled_tasks order by task_instance",
                        row -> new Held(row.getString(1), Optional.ofNullable(row.getString(2)))));
    }

    /** The time all workers agree on: the server's where there is one, else one that the machine's programs share. */
    public Instant now() {
        if (!database.isServer()) {
            return machineTime.now();
        }
        return database.read(
                "asking for the time",
                connection -> Sql.one(
                                connection,
                                "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)",
                                row -> Instant.ofEpochMilli(row.getLong(1)))
                        .orElseGet(Instant::now));
    }

    /** What a run has cost so far: attempts made and money spent. */
    public record Spent(int attempts, long costMicros) {}

    public Spent spent(String runId) {
        return database.read(
                "adding up a run",
                connection -> Sql.one(
                                connection,
                                "select count(*), coalesce(sum(cost_micros), 0) from attempt where run_id = ? and ended_at > 0",
                                row -> new Spent(row.getInt(1), row.getLong(2)),
                                runId)
                        .orElse(new Spent(0, 0)));
    }

    static String falseLiteral(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().startsWith("Postgre") ? "false" : "0";
    }

    static FlowRow flow(ResultSet row) throws SQLException {
        return new FlowRow(
                row.getString(1),
                RunStatus.of(row.getString(2)),
                row.getString(3),
                row.getString(4),
                Instant.ofEpochMilli(row.getLong(5)));
    }

    static FlowStepRow step(ResultSet row) throws SQLException {
        return new FlowStepRow(
                row.getString(1),
                StepStatus.of(row.getString(2)),
                row.getString(3),
                row.getString(4),
                row.getString(5));
    }
}
