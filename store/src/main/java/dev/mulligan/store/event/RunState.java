package dev.mulligan.store.event;

import dev.mulligan.event.Event;
import dev.mulligan.record.RunEvent;
import dev.mulligan.record.StepEvent;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.trace.Recorded;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What is known of a run, growing with its events. */
record RunState(
        String id,
        String project,
        String name,
        String level,
        String status,
        long startedAt,
        long endedAt,
        long lastAt,
        long lastSeq,
        long events,
        long costMicros,
        long repairs,
        long stepsPassed,
        long stepsFailed) {

    static RunState load(Connection connection, String id) throws SQLException {
        return Sql.one(connection, "select * from run where id = ?", RunState::of, id)
                .orElse(new RunState(id, "", "", "", "running", 0, 0, 0, -1, 0, 0, 0, 0, 0));
    }

    static RunState of(ResultSet row) throws SQLException {
        return new RunState(
                row.getString("id"),
                row.getString("project"),
                row.getString("name"),
                row.getString("level"),
                row.getString("status"),
                row.getLong("started_at"),
                row.getLong("ended_at"),
                row.getLong("last_at"),
                row.getLong("last_seq"),
                row.getLong("events"),
                row.getLong("cost_micros"),
                row.getLong("repairs"),
                row.getLong("steps_passed"),
                row.getLong("steps_failed"));
    }

    Object[] values() {
        return new Object[] {
            Sql.text(id),
            Sql.text(project),
            Sql.text(name),
            Sql.text(level),
            Sql.text(status),
            startedAt,
            endedAt,
            lastAt,
            lastSeq,
            events,
            costMicros,
            repairs,
            stepsPassed,
            stepsFailed
        };
    }

    static final String SAVE = """
            insert into run (id, project, name, level, status, started_at, ended_at, last_at, last_seq, events,
              cost_micros, repairs, steps_passed, steps_failed) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (id) do update set project = excluded.project, name = excluded.name, level = excluded.level,
              status = excluded.status, started_at = excluded.started_at, ended_at = excluded.ended_at,
              last_at = excluded.last_at, last_seq = excluded.last_seq, events = excluded.events,
              cost_micros = excluded.cost_micros, repairs = excluded.repairs, steps_passed = excluded.steps_passed,
              steps_failed = excluded.steps_failed""";

    RunState with(Recorded recorded) {
        Event event = recorded.event();
        long at = recorded.at().toEpochMilli();
        RunState seen = new RunState(
                id,
                project,
                name,
                level,
                status,
                startedAt == 0 ? at : startedAt,
                endedAt,
                Math.max(lastAt, at),
                Math.max(lastSeq, recorded.seq()),
                events + 1,
                costMicros,
                repairs,
                stepsPassed,
                stepsFailed);
        return switch (event) {
            case RunEvent.RunStarted started ->
                seen.named(started.project(), started.name(), started.level()).status("running", 0);
            case RunEvent.RunFinished done ->
                seen.cost(done.costMicros()).status(done.success() ? "succeeded" : "failed", at);
            case RunEvent.RunStopped stopped -> seen.status("stopped", at);
            case RunEvent.RunPaused paused -> seen.status("paused", 0);
            case RunEvent.RunResumed resumed -> seen.status("running", 0);
            case RunEvent.RunEscalated up -> seen.named(seen.project, seen.name, up.to());
            case StepEvent.RepairAttempted repair -> seen.repairs(Math.max(repairs, repair.iteration()));
            case StepEvent.StepFinished done -> seen.step(done.success());
            default -> seen;
        };
    }

    private RunState named(String newProject, String newName, String newLevel) {
        return new RunState(
                id,
                newProject,
                newName,
                newLevel,
                status,
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

    private RunState status(String newStatus, long end) {
        return new RunState(
                id,
                project,
                name,
                level,
                newStatus,
                startedAt,
                end,
                lastAt,
                lastSeq,
                events,
                costMicros,
                repairs,
                stepsPassed,
                stepsFailed);
    }

    private RunState cost(long micros) {
        return new RunState(
                id,
                project,
                name,
                level,
                status,
                startedAt,
                endedAt,
                lastAt,
                lastSeq,
                events,
                micros,
                repairs,
                stepsPassed,
                stepsFailed);
    }

    private RunState repairs(long highest) {
        return new RunState(
                id,
                project,
                name,
                level,
                status,
                startedAt,
                endedAt,
                lastAt,
                lastSeq,
                events,
                costMicros,
                highest,
                stepsPassed,
                stepsFailed);
    }

    private RunState step(boolean passed) {
        return new RunState(
                id,
                project,
                name,
                level,
                status,
                startedAt,
                endedAt,
                lastAt,
                lastSeq,
                events,
                costMicros,
                repairs,
                stepsPassed + (passed ? 1 : 0),
                stepsFailed + (passed ? 0 : 1));
    }
}
