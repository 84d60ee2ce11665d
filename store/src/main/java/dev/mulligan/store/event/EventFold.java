package dev.mulligan.store.event;

import dev.mulligan.event.AdaptEvent.CascadeDetected;
import dev.mulligan.event.AttemptEvent.AttemptFinished;
import dev.mulligan.event.CandidateEvent.CandidateGenerated;
import dev.mulligan.event.CandidateEvent.JudgeInvoked;
import dev.mulligan.event.DiagnosisEvent.DiagnosisStarted;
import dev.mulligan.event.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.event.RetryEvent.AttemptRefused;
import dev.mulligan.event.RetryEvent.FallbackUsed;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.event.RunEvent.BudgetExceeded;
import dev.mulligan.event.RunEvent.RunEscalated;
import dev.mulligan.event.RunEvent.RunFinished;
import dev.mulligan.event.RunEvent.RunStarted;
import dev.mulligan.event.StepEvent.RepairAttempted;
import dev.mulligan.event.StepEvent.StepStarted;
import dev.mulligan.failure.Failure;
import dev.mulligan.store.report.Count;
import dev.mulligan.store.report.Rollups;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.trace.Recorded;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns new events into changes of projections and sums, inside the transaction that stores them. */
public final class EventFold {

    private record Operation(String runId, String operationId) {}

    private final Connection connection;
    private final Rollups rollups = new Rollups();
    private final Projections projections = new Projections();
    private final CascadeItems cascades;
    private final Map<String, RunState> runs = new HashMap<>();
    private final Map<Operation, Long> firstFailures = new HashMap<>();
    private final Map<List<Object>, String> signatures = new HashMap<>();
    private final Set<Operation> ended = new LinkedHashSet<>();

    public EventFold(Connection connection) {
        this.connection = connection;
        this.cascades = new CascadeItems(connection);
    }

    public void add(Recorded recorded) throws SQLException {
        RunState before = run(recorded.runId());
        runs.put(recorded.runId(), before.with(recorded));
        projections.add(recorded);
        cascades.add(recorded, before);
        sums(recorded, before);
    }

    private RunState run(String id) throws SQLException {
        RunState known = runs.get(id);
        return known == null ? RunState.load(connection, Sql.text(id)) : known;
    }

    private void sums(Recorded recorded, RunState before) throws SQLException {
        long at = recorded.at().toEpochMilli();
        String project = before.project();
        switch (recorded.event()) {
            case ProviderRequestFinished done -> rollups.request(at, done);
            case AttemptFinished done -> {
                rollups.attempt(at, done);
                strategy(recorded, done);
            }
            case RunStarted started -> {
                rollups.count(at, started.project(), Count.RUNS_STARTED, 0);
                if (started.level().equals("L2") || started.level().equals("auto")) {
                    rollups.count(at, started.project(), Count.RUNS_L2, 0);
                }
            }
            case RunFinished done ->
                rollups.count(
                        at, project, done.success() ? Count.RUNS_SUCCEEDED : Count.RUNS_FAILED, done.durationMs());
            case RunEscalated up when up.from().equals("L2") -> rollups.count(at, project, Count.ESCALATED_FROM_L2, 0);
            case RepairAttempted repair -> repaired(at, project, before.repairs(), repair.iteration());
            case StepStarted started when started.level().equals("L3") -> rollups.count(at, project, Count.STEPS_L3, 0);
            case DiagnosisStarted started -> rollups.count(at, project, Count.DIAGNOSES, 0);
            case JudgeInvoked invoked -> rollups.count(at, project, Count.JUDGEMENTS, 0);
            case CandidateGenerated candidate -> {
                rollups.count(at, project, Count.CANDIDATES, 0);
                if (candidate.valid()) {
                    rollups.count(at, project, Count.CANDIDATES_VALID, 0);
                }
            }
            case RetryScheduled scheduled ->
                firstFailures.putIfAbsent(operation(recorded, scheduled.operationId()), at);
            case RetrySucceeded done -> succeeded(recorded, done, at, project);
            case RetryExhausted done -> {
                rollups.count(at, project, Count.OPERATIONS_LOST, 0);
                end(operation(recorded, done.operationId()));
            }
            case ModelEscalated up -> rollups.count(at, project, Count.MODEL_ESCALATIONS, 0);
            case FallbackUsed fallback -> rollups.count(at, project, Count.FALLBACKS, 0);
            case AttemptRefused refused -> rollups.count(at, project, Count.ATTEMPTS_REFUSED, 0);
            case CascadeDetected cascade -> rollups.count(at, project, Count.CASCADES, 0);
            case BudgetExceeded exceeded -> rollups.count(at, project, Count.BUDGETS_EXCEEDED, 0);
            default -> {}
        }
    }

    /** Credit goes by the failure that the strategy was to overcome: that of the attempt before. */
    private void strategy(Recorded recorded, AttemptFinished done) throws SQLException {
        String runId = recorded.runId();
        String signature = done.failure().map(Failure::signature).orElse("");
        signatures.put(List.of(runId, done.operationId(), done.attempt()), signature);
        if (done.strategy().isEmpty()) {
            return;
        }
        int before = done.attempt() - 1;
        String known = signatures.get(List.of(runId, done.operationId(), before));
        String overcome = known != null
                ? known
                : before == 0
                        ? RepairedFailure.signature(connection, recorded, done.operationId())
                        : Sql.one(
                                        connection,
                                        "select signature from attempt where run_id = ? and operation_id = ? and attempt = ?",
                                        row -> row.getString(1),
                                        Sql.text(runId),
                                        Sql.text(done.operationId()),
                                        before)
                                .orElse("");
        projections.strategy(done.stage(), done.strategy().get(), overcome, done.success());
    }

    /** A run counts once, with its highest iteration: each new height adds its difference. */
    private void repaired(long at, String project, long before, int iteration) {
        if (iteration > before) {
            rollups.count(at, project, Count.RUNS_REPAIRED, before == 0 ? 1 : 0, iteration - before);
        }
    }

    private static Operation operation(Recorded recorded, String operationId) {
        return new Operation(recorded.runId(), operationId);
    }

    private void succeeded(Recorded recorded, RetrySucceeded done, long at, String project) throws SQLException {
        if (done.attempts() <= 1) {
            rollups.count(at, project, Count.OPERATIONS_UNTROUBLED, 0);
            return;
        }
        Operation operation = operation(recorded, done.operationId());
        Long here = firstFailures.get(operation);
        // What the table says of an operation that ended in this batch is about its life before.
        Optional<Long> before = ended.contains(operation)
                ? Optional.empty()
                : Sql.one(
                        connection,
                        "select at from first_failure where run_id = ? and operation_id = ?",
                        row -> row.getLong(1),
                        Sql.text(operation.runId),
                        Sql.text(operation.operationId));
        long since = before.orElse(here == null ? at : here);
        rollups.count(at, project, Count.OPERATIONS_RECOVERED, Math.max(0, at - since));
        end(operation);
    }

    private void end(Operation operation) {
        firstFailures.remove(operation);
        ended.add(operation);
    }

    public void flush() throws SQLException {
        List<Object[]> gone = new ArrayList<>();
        for (Operation operation : ended) {
            gone.add(new Object[] {Sql.text(operation.runId), Sql.text(operation.operationId)});
        }
        Sql.batch(connection, "delete from first_failure where run_id = ? and operation_id = ?", gone);
        List<Object[]> failing = new ArrayList<>();
        firstFailures.forEach((operation, at) ->
                failing.add(new Object[] {Sql.text(operation.runId), Sql.text(operation.operationId), at}));
        Sql.batch(
                connection,
                "insert into first_failure (run_id, operation_id, at) values (?, ?, ?)"
                        + " on conflict (run_id, operation_id) do nothing",
                failing);
        List<Object[]> saved = new ArrayList<>();
        runs.values().forEach(run -> saved.add(run.values()));
        Sql.batch(connection, RunState.SAVE, saved);
        projections.flush(connection);
        cascades.flush();
        rollups.flush(connection);
    }
}
