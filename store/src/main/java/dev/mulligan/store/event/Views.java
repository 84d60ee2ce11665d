package dev.mulligan.store.event;

import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.trace.EventJson;
import dev.mulligan.text.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Lists for screens, newest first. A cursor is the time of the last row seen. */
public final class Views {

    /** A run as it stands. */
    public record Run(
            String id,
            String project,
            String name,
            String level,
            RunStanding standing,
            Instant startedAt,
            Optional<Instant> endedAt,
            Instant lastAt,
            long lastSeq,
            long events,
            long costMicros,
            long repairs,
            long stepsPassed,
            long stepsFailed) {

        /** How it stands, as it is written and shown. */
        public String status() {
            return standing.wireName();
        }

        Run standing(RunStanding other) {
            return new Run(
                    id,
                    project,
                    name,
                    level,
                    other,
                    startedAt,
                    endedAt,
                    lastAt,
                    lastSeq,
                    events,
                    costMicros,
                    repairs,
                    stepsPassed,
                    stepsFailed);
        }
    }

    public record AttemptRow(
            String operationId,
            int attempt,
            String stage,
            String model,
            String strategy,
            Instant startedAt,
            Optional<Instant> endedAt,
            boolean success,
            String failureType,
            String message,
            String signature,
            long costMicros) {}

    /** {@code kind}: model, fallback or level. */
    public record Escalation(
            String runId, Instant at, String kind, String subject, String from, String to, String reason) {}

    public record OpenQuestion(
            String id,
            String runId,
            String text,
            List<String> choices,
            Instant askedAt,
            Optional<Instant> answeredAt,
            String answer,
            String answeredBy) {}

    public record Policy(String scope, long version, Instant changedAt, String document) {}

    private final Database database;

    public Views(Database database) {
        this.database = database;
    }

    public List<Run> runs(Instant before, int limit) {
        return RunRows.list(
                database,
                " where last_at < ? order by last_at desc, id limit ?",
                List.of(before.toEpochMilli(), limit));
    }

    public Optional<Run> run(String id) {
        return RunRows.list(database, " where id = ?", List.of(id)).stream().findFirst();
    }

    static Run run(RunState state, RunStanding standing) {
        return new Run(
                state.id(),
                state.title().project(),
                state.title().name(),
                state.title().level(),
                standing,
                Instant.ofEpochMilli(state.seen().firstAt()),
                time(state.status().endedAt()),
                Instant.ofEpochMilli(state.seen().lastAt()),
                state.seen().lastSeq(),
                state.seen().events(),
                state.work().costMicros(),
                state.work().repairs(),
                state.work().stepsPassed(),
                state.work().stepsFailed());
    }

    private static Optional<Instant> time(long millis) {
        return millis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    public List<AttemptRow> attempts(String runId) {
        return database.read(
                "listing attempts",
                connection -> Sql.list(
                        connection,
                        "select operation_id, attempt, stage, model, strategy, started_at, ended_at, success, failure_type,"
                                + " message, signature, cost_micros from attempt where run_id = ? order by started_at, operation_id, attempt",
                        row -> new AttemptRow(
                                row.getString(1),
                                row.getInt(2),
                                row.getString(3),
                                row.getString(4),
                                row.getString(5),
                                Instant.ofEpochMilli(row.getLong(6)),
                                time(row.getLong(7)),
                                row.getLong(8) == 1,
                                row.getString(9),
                                row.getString(10),
                                row.getString(11),
                                row.getLong(12)),
                        runId));
    }

    public List<Escalation> escalations(String runId) {
        return database.read(
                "listing escalations",
                connection -> Sql.list(
                        connection,
                        "select run_id, at, kind, subject, from_name, to_name, reason from escalation where run_id = ? order by seq",
                        row -> new Escalation(
                                row.getString(1),
                                Instant.ofEpochMilli(row.getLong(2)),
                                row.getString(3),
                                row.getString(4),
                                row.getString(5),
                                row.getString(6),
                                row.getString(7)),
                        runId));
    }

    /** Those without an answer first. */
    public List<OpenQuestion> questions(int limit) {
        return database.read(
                "listing questions",
                connection -> Sql.list(
                        connection,
                        "select id, run_id, question, choices, asked_at, answered_at, answer, answered_by from question"
                                + " order by answered_at = 0 desc, asked_at desc limit ?",
                        row -> new OpenQuestion(
                                row.getString(1),
                                row.getString(2),
                                row.getString(3),
                                Json.parse(row.getString(4)) instanceof List<?> list
                                        ? list.stream().map(String::valueOf).toList()
                                        : List.of(),
                                Instant.ofEpochMilli(row.getLong(5)),
                                time(row.getLong(6)),
                                row.getString(7),
                                row.getString(8)),
                        limit));
    }

    public List<Policy> policies() {
        return database.read(
                "listing policies",
                connection -> Sql.list(
                        connection,
                        "select scope, version, changed_at, document from policy order by scope",
                        row -> new Policy(
                                row.getString(1),
                                row.getLong(2),
                                Instant.ofEpochMilli(row.getLong(3)),
                                row.getString(4))));
    }

    /** What was learnt in a workspace, newest first; on a store of one project also what names no workspace. */
    public List<LearningRecorded> learningsOf(String workspace, int limit) {
        record Row(String document, Optional<String> started) {}
        return database
                .read(
                        "listing what was learnt",
                        connection -> Sql.list(
                                connection,
                                "select l.document, e.payload from learning l left join event e on e.run_id = l.run_id"
                                        + " and e.type = 'RunStarted' order by l.at desc, l.id desc limit ?",
                                row -> new Row(row.getString(1), Optional.ofNullable(row.getString(2))),
                                limit))
                .stream()
                .filter(row -> row.started
                        .flatMap(payload -> EventJson.event("RunStarted", payload))
                        .map(event -> event instanceof RunStarted run
                                && run.workspace().equals(workspace))
                        .orElse(!database.isServer()))
                .flatMap(row -> EventJson.event("LearningRecorded", row.document).stream())
                .flatMap(event -> event instanceof LearningRecorded learnt ? Stream.of(learnt) : Stream.empty())
                .toList();
    }

    /** What was learnt about a failure, newest first; all failures when {@code signature} is empty. */
    public List<LearningRecorded> learnings(Optional<String> signature, int limit) {
        String where = signature.isPresent() ? " where signature = ?" : "";
        Object[] values = signature.isPresent() ? new Object[] {signature.get(), limit} : new Object[] {limit};
        return database
                .read(
                        "listing what was learnt",
                        connection -> Sql.list(
                                connection,
                                "select document from learning" + where + " order by at desc, id desc limit ?",
                                row -> EventJson.event("LearningRecorded", row.getString(1)),
                                values))
                .stream()
                .flatMap(Optional::stream)
                .flatMap(event -> event instanceof LearningRecorded learnt ? Stream.of(learnt) : Stream.empty())
                .toList();
    }

    /** What runs wait for, the next first. Requests of gateways are asked for at the gateway itself. */
    public List<WaitingRetry> waitingRetries(int limit) {
        return database.read(
                "reading what waits",
                connection -> Sql.list(
                        connection,
                        "select f.run_id, f.operation_id, f.project, f.model, f.stage, f.failure_type, f.message, f.attempt,"
                                + " f.max_attempts, f.at, f.next_at from first_failure f join run r on r.id = f.run_id"
                                + " where f.next_at > 0 and r.status in ('running', 'paused') and r.level <> ''"
                                + " order by f.next_at limit ?",
                        row -> new WaitingRetry(
                                row.getString(1),
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                row.getString(5),
                                row.getString(6),
                                row.getString(7),
                                row.getInt(8),
                                row.getInt(9),
                                Instant.ofEpochMilli(row.getLong(10)),
                                Instant.ofEpochMilli(row.getLong(11))),
                        limit));
    }
}
