package dev.mulligan.store.event;

import dev.mulligan.event.RetryEvent.FallbackUsed;
import dev.mulligan.event.RetryEvent.ModelEscalated;
import dev.mulligan.failure.Failure;
import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.record.AttemptEvent.AttemptFinished;
import dev.mulligan.record.AttemptEvent.AttemptStarted;
import dev.mulligan.record.PolicyEvent.PolicyChanged;
import dev.mulligan.record.ProviderEvent.ProviderRequestFinished;
import dev.mulligan.record.QuestionEvent.QuestionAnswered;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.RunEvent.RunEscalated;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.store.report.RecoveryOutcome;
import dev.mulligan.store.sql.RowKey;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.sql.Upserts;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.store.trace.Recorded;
import dev.mulligan.text.Json;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows that lists and pages are made of. Statements keep the order of their events. */
final class Projections {

    private static final String ATTEMPT_STARTED = """
            insert into attempt (run_id, operation_id, attempt, stage, model, strategy, started_at, ended_at, success,
              failure_type, message, signature, cost_micros) values (?, ?, ?, ?, ?, ?, ?, 0, 0, '', '', '', 0)
            on conflict (run_id, operation_id, attempt) do update set started_at = excluded.started_at""";
    private static final String ATTEMPT_FINISHED = """
            insert into attempt (run_id, operation_id, attempt, stage, model, strategy, started_at, ended_at, success,
              failure_type, message, signature, cost_micros) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (run_id, operation_id, attempt) do update set stage = excluded.stage, model = excluded.model,
              strategy = excluded.strategy, ended_at = excluded.ended_at, success = excluded.success,
              failure_type = excluded.failure_type, message = excluded.message, signature = excluded.signature,
              cost_micros = excluded.cost_micros""";
    private static final String ESCALATION = """
            insert into escalation (run_id, seq, at, kind, subject, from_name, to_name, reason)
            values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (run_id, seq) do nothing""";
    private static final String ASKED = """
            insert into question (id, run_id, question, choices, asked_at, answered_at, answer, answered_by)
            values (?, ?, ?, ?, ?, 0, '', '') on conflict (id) do nothing""";
    private static final String ANSWERED =
            "update question set answered_at = ?, answer = ?, answered_by = ? where id = ? and answered_at = 0";
    private static final String POLICY = """
            insert into policy (scope, version, changed_at, document) values (?, ?, ?, ?)
            on conflict (scope) do update set version = excluded.version, changed_at = excluded.changed_at,
              document = excluded.document where policy.version < excluded.version""";
    private static final String LEARNING = """
            insert into learning (id, at, run_id, stage, signature, document) values (?, ?, ?, ?, ?, ?)
            on conflict (id) do update set at = excluded.at, document = excluded.document""";
    private static final String STAGE = """
            insert into stage_outcome (run_id, step_id, stage, at, success, signature) values (?, ?, ?, ?, ?, ?)
            on conflict (run_id, step_id) do update set at = excluded.at, success = excluded.success,
              signature = excluded.signature""";

    private static final Upserts.Target SESSIONS = new Upserts.Target(
            "session",
            List.of("id"),
            List.of(
                    "requests",
                    "failures",
                    "retries",
                    "cost_micros",
                    "wasted_micros",
                    "input",
                    "output",
                    "cache_read",
                    "cache_write",
                    "recovered",
                    "lost"),
            List.of("project", "model", "last_at"),
            List.of("first_at", "title"));
    private static final Upserts.Target STRATEGIES = new Upserts.Target(
            "strategy_outcome", List.of("stage", "strategy", "signature"), List.of("tries", "successes"));
    private static final Upserts.Target STRATEGY_TOTALS =
            new Upserts.Target("strategy_total", List.of("stage", "strategy"), List.of("tries", "successes"));

    private final Map<String, List<Object[]>> statements = new LinkedHashMap<>();
    private final Timelines timelines = new Timelines();
    private final Upserts sessions = new Upserts(SESSIONS);
    private final Upserts strategies = new Upserts(STRATEGIES);
    private final Upserts strategyTotals = new Upserts(STRATEGY_TOTALS);

    Projections() {
        for (String sql :
                List.of(ATTEMPT_STARTED, ATTEMPT_FINISHED, ESCALATION, ASKED, ANSWERED, POLICY, LEARNING, STAGE)) {
            statements.put(sql, new ArrayList<>());
        }
    }

    private void put(String sql, Object... values) {
        for (int i = 0; i < values.length; i++) {
            values[i] = values[i] instanceof String text ? Sql.text(text) : values[i];
        }
        putWhole(sql, values);
    }

    private void putWhole(String sql, Object... values) {
        statements.computeIfAbsent(sql, s -> new ArrayList<>()).add(values);
    }

    void add(Recorded recorded) {
        timelines.add(recorded);
        long at = recorded.at().toEpochMilli();
        String run = recorded.runId();
        switch (recorded.event()) {
            case AttemptStarted e ->
                put(
                        ATTEMPT_STARTED,
                        run,
                        e.operationId(),
                        e.attempt(),
                        e.stage(),
                        e.model().orElse(""),
                        e.strategy().orElse(""),
                        at);
            case AttemptFinished e -> finished(run, at, e);
            case ModelEscalated e ->
                put(
                        ESCALATION,
                        run,
                        recorded.seq(),
                        at,
                        "model",
                        e.operationId(),
                        e.fromModel(),
                        e.toModel(),
                        e.reason().wireName());
            case FallbackUsed e ->
                put(
                        ESCALATION,
                        run,
                        recorded.seq(),
                        at,
                        "fallback",
                        e.operationId(),
                        e.fromUpstream().orElse(e.fromModel()),
                        e.toUpstream().orElse(e.toModel()),
                        e.why().orElse(""));
            case RunEscalated e ->
                put(ESCALATION, run, recorded.seq(), at, "level", e.stepId().orElse(""), e.from(), e.to(), e.reason());
            case QuestionAsked e ->
                putWhole(
                        ASKED,
                        Sql.text(e.questionId()),
                        Sql.text(run),
                        Sql.storable(e.text()),
                        Sql.storable(Json.write(e.choices())),
                        at);
            case QuestionAnswered e -> put(ANSWERED, at, e.answer(), e.by(), e.questionId());
            case PolicyChanged e -> putWhole(POLICY, Sql.text(e.scope()), e.version(), at, Sql.storable(e.document()));
            case LearningRecorded e ->
                putWhole(
                        LEARNING,
                        Sql.text(e.id()),
                        at,
                        Sql.text(run),
                        Sql.text(e.stage()),
                        Sql.text(e.signature()),
                        Sql.storable(EventJson.standard().payload(e)));
            case StepFinished e ->
                put(
                        STAGE,
                        run,
                        e.stepId(),
                        e.stage(),
                        at,
                        e.success(),
                        e.failure().map(Failure::signature).orElse(""));
            case ProviderRequestFinished e -> session(at, e);
            default -> {}
        }
    }

    private void finished(String run, long at, AttemptFinished e) {
        String signature = e.failure().map(Failure::signature).orElse("");
        put(
                ATTEMPT_FINISHED,
                run,
                e.operationId(),
                e.attempt(),
                e.stage(),
                e.model().orElse(""),
                e.strategy().orElse(""),
                at - e.durationMs(),
                at,
                e.success(),
                e.failure().map(f -> f.type().wireName()).orElse(""),
                e.failure().map(Failure::message).orElse(""),
                signature,
                e.costMicros());
    }

    /** How a strategy fared against the failure named by {@code signature}. */
    void strategy(String stage, String strategy, String signature, boolean success) {
        long[] deltas = {1, success ? 1 : 0};
        strategies.add(new RowKey(Sql.text(stage), Sql.text(strategy), Sql.text(signature)), deltas);
        strategyTotals.add(new RowKey(Sql.text(stage), Sql.text(strategy)), deltas);
    }

    private void session(long at, ProviderRequestFinished e) {
        e.session()
                .ifPresent(id -> sessions.add(
                        new RowKey(Sql.text(id)),
                        new long[] {
                            1,
                            e.success() ? 0 : 1,
                            e.retries(),
                            e.costMicros(),
                            e.success() ? e.wastedMicros() : e.costMicros(),
                            e.usage().input(),
                            e.usage().output(),
                            e.usage().cacheRead(),
                            e.usage().cacheWrite(),
                            e.success() && e.retries() > 0 ? 1 : 0,
                            !e.success() && RecoveryOutcome.ofFailed(e) == RecoveryOutcome.LOST ? 1 : 0
                        },
                        Sql.text(e.project()),
                        Sql.text(e.model()),
                        at,
                        at,
                        Sql.text(e.promptPattern().orElse(""))));
    }

    void flush(Connection connection) throws SQLException {
        for (Map.Entry<String, List<Object[]>> entry : statements.entrySet()) {
            Sql.batch(connection, entry.getKey(), entry.getValue());
            entry.getValue().clear();
        }
        timelines.flush(connection);
        sessions.flush(connection);
        strategies.flush(connection);
        strategyTotals.flush(connection);
    }
}
