package dev.mulligan.store.event;

import dev.mulligan.event.RetryEvent.AttemptRefused;
import dev.mulligan.event.RetryEvent.FallbackUsed;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.event.RetryEvent.RetryExhausted;
import dev.mulligan.event.RetryEvent.RetryScheduled;
import dev.mulligan.event.RetryEvent.RetrySucceeded;
import dev.mulligan.failure.Failure;
import dev.mulligan.failure.FailureType;
import dev.mulligan.record.AdaptEvent.CascadeDetected;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.record.CandidateEvent.CandidateGenerated;
import dev.mulligan.record.CandidateEvent.JudgeInvoked;
import dev.mulligan.record.DiagnosisEvent.DiagnosisStarted;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.RunEvent.BudgetExceeded;
import dev.mulligan.record.RunEvent.RunEscalated;
import dev.mulligan.record.RunEvent.RunFinished;
import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.record.StepEvent.RepairAttempted;
import dev.mulligan.record.StepEvent.StepStarted;
import dev.mulligan.store.report.Count;
import dev.mulligan.store.report.RecoveryOutcome;
import dev.mulligan.store.report.Rollups;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.trace.Recorded;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns new events into changes of projections and sums, inside the transaction that stores them. */
public final class EventFold {

    private final Connection connection;
    private final Rollups rollups = new Rollups();
    private final Projections projections = new Projections();
    private final CascadeItems cascades;
    private final Map<String, RunState> runs = new HashMap<>();
    private final OpenOperations operations;
    private final Map<List<Object>, String> signatures = new HashMap<>();

    public EventFold(Connection connection) {
        this.connection = connection;
        this.cascades = new CascadeItems(connection);
        this.operations = new OpenOperations(connection);
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
        String project = before.title().project();
        switch (recorded.event()) {
            case ProviderRequestFinished done -> rollups.request(recorded, done);
            case AttemptFinished done -> {
                rollups.attempt(recorded, done);
                attempted(recorded, done);
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
            case RunEscalated up -> escalated(at, recorded.runId(), project, up);
            case RepairAttempted repair -> repaired(at, project, before.work().repairs(), repair.iteration());
            case StepStarted started
            when started.level().equals("L3") -> inThirdLevel(at, recorded.runId(), project, started.stepId());
            case DiagnosisStarted started -> {
                inThirdLevel(at, recorded.runId(), project, started.stepId());
                once(at, recorded.runId(), project, "diagnosis " + started.stepId(), Count.DIAGNOSES);
            }
            case JudgeInvoked invoked -> rollups.count(at, project, Count.JUDGEMENTS, 0);
            case CandidateGenerated candidate -> {
                rollups.count(at, project, Count.CANDIDATES, 0);
                if (candidate.valid()) {
                    rollups.count(at, project, Count.CANDIDATES_VALID, 0);
                }
            }
            case AttemptStarted started -> {
                Optional<OpenOperation> open = operations.find(recorded.runId(), started.operationId());
                open.filter(waiting -> waiting.next().at() > 0).ifPresent(waiting -> operations.put(waiting.running()));
            }
            case RetryScheduled scheduled ->
                operations.put(operations
                        .get(recorded.runId(), scheduled.operationId(), at)
                        .waiting(scheduled));
            case RetrySucceeded done -> ended(recorded, done.operationId(), Optional.empty());
            case RetryExhausted done -> ended(recorded, done.operationId(), Optional.of(done.error()));
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

    /** A step counts once, whether it started in the third level or reached it. */
    private void inThirdLevel(long at, String runId, String project, String stepId) throws SQLException {
        once(at, runId, project, "L3 " + stepId, Count.STEPS_L3);
    }

    private void escalated(long at, String runId, String project, RunEscalated up) throws SQLException {
        if (up.from().equals("L2")) {
            rollups.count(at, project, Count.ESCALATED_FROM_L2, 0);
        }
        if (up.to().equals("L3")) {
            inThirdLevel(at, runId, project, up.stepId().orElse(""));
        }
    }

    private void once(long at, String runId, String project, String mark, Count count) throws SQLException {
        boolean first = Sql.update(
                        connection,
                        "insert into run_mark (run_id, mark) values (?, ?) on conflict (run_id, mark) do nothing",
                        Sql.text(runId),
                        Sql.text(mark))
                == 1;
        if (first) {
            rollups.count(at, project, count, 0);
        }
    }

    private void attempted(Recorded recorded, AttemptFinished done) throws SQLException {
        if (!done.success()) {
            long at = recorded.at().toEpochMilli();
            operations.put(
                    operations.get(recorded.runId(), done.operationId(), at).failed(done));
        }
    }

    /** Requests of the gateway end with an event of their own, which says more: only operations of steps count here. */
    private void ended(Recorded recorded, String operationId, Optional<Failure> last) throws SQLException {
        Optional<OpenOperation> known = operations.find(recorded.runId(), operationId);
        if (known.isPresent() && known.get().failed().attempts() > 0) {
            OpenOperation open = known.get();
            FailureType type = last.map(Failure::type)
                    .orElseGet(() -> FailureType.ofWireName(open.last().type()).orElse(FailureType.UNKNOWN));
            rollups.operation(
                    recorded,
                    new Rollups.EndedOperation(
                            operationId,
                            last.isEmpty() ? RecoveryOutcome.RECOVERED : RecoveryOutcome.ofFailure(type),
                            open.firstFailure(),
                            open.work().project(),
                            open.work().model(),
                            open.work().stage(),
                            type,
                            last.map(failure -> failure.errorType().wireName())
                                    .orElse(open.last().errorType()),
                            last.map(Failure::message).orElse(open.last().message()),
                            open.failed().attempts(),
                            open.failed().wastedMicros()));
        }
        operations.end(recorded.runId(), operationId);
    }

    public void flush() throws SQLException {
        operations.flush();
        List<Object[]> saved = new ArrayList<>();
        runs.values().forEach(run -> saved.add(run.values()));
        Sql.batch(connection, RunState.SAVE, saved);
        projections.flush(connection);
        cascades.flush();
        rollups.flush(connection);
    }
}
