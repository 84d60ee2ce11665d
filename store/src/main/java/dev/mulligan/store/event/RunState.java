package dev.mulligan.store.event;

import dev.mulligan.record.RunEvent;
import dev.mulligan.record.StepEvent;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.trace.Recorded;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What is known of a run, growing with its events. Times are in epoch milliseconds. */
record RunState(String id, Title title, Status status, Seen seen, Work work) {

    /** What it is called. */
    record Title(String project, String name, String level) {}

    /** How it stands; {@code endedAt} is 0 while it goes on. */
    record Status(String text, long endedAt) {}

    /** Which of its events were counted. */
    record Seen(long firstAt, long lastAt, long lastSeq, long events) {

        Seen and(Recorded recorded) {
            long at = recorded.at().toEpochMilli();
            return new Seen(
                    firstAt == 0 ? at : firstAt, Math.max(lastAt, at), Math.max(lastSeq, recorded.seq()), events + 1);
        }
    }

    /** What its steps did and cost. */
    record Work(long costMicros, long repairs, long stepsPassed, long stepsFailed) {}

    static RunState load(Connection connection, String id) throws SQLException {
        return Sql.one(connection, "select * from run where id = ?", RunState::of, id)
                .orElse(new RunState(
                        id,
                        new Title("", "", ""),
                        new Status("running", 0),
                        new Seen(0, 0, -1, 0),
                        new Work(0, 0, 0, 0)));
    }

    static RunState of(ResultSet row) throws SQLException {
        return new RunState(
                row.getString("id"),
                new Title(row.getString("project"), row.getString("name"), row.getString("level")),
                new Status(word(row.getString("status")), row.getLong("ended_at")),
                new Seen(
                        row.getLong("started_at"),
                        row.getLong("last_at"),
                        row.getLong("last_seq"),
                        row.getLong("events")),
                new Work(
                        row.getLong("cost_micros"),
                        row.getLong("repairs"),
                        row.getLong("steps_passed"),
                        row.getLong("steps_failed")));
    }

    /** Rows of older versions have another word for it. */
    private static String word(String status) {
        return status.equals(RunStanding.FORMER_PASSED) ? RunStanding.PASSED.wireName() : status;
    }

    Object[] values() {
        return new Object[] {
            Sql.text(id),
            Sql.text(title.project),
            Sql.text(title.name),
            Sql.text(title.level),
            Sql.text(status.text),
            seen.firstAt,
            status.endedAt,
            seen.lastAt,
            seen.lastSeq,
            seen.events,
            work.costMicros,
            work.repairs,
            work.stepsPassed,
            work.stepsFailed
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
        RunState next = new RunState(id, title, status, seen.and(recorded), work);
        long at = recorded.at().toEpochMilli();
        return switch (recorded.event()) {
            case RunEvent.RunStarted started ->
                next.titled(new Title(started.project(), started.name(), started.level()))
                        .now("running", 0);
            case RunEvent.RunFinished done ->
                next.did(new Work(done.costMicros(), work.repairs, work.stepsPassed, work.stepsFailed))
                        .now(done.success() ? "passed" : "failed", at);
            case RunEvent.RunStopped stopped -> next.now("stopped", at);
            case RunEvent.RunPaused paused -> next.now("paused", 0);
            case RunEvent.RunResumed resumed -> next.now("running", 0);
            case RunEvent.RunEscalated up -> next.titled(new Title(title.project, title.name, up.to()));
            case StepEvent.RepairAttempted repair ->
                next.did(new Work(
                        work.costMicros,
                        Math.max(work.repairs, repair.iteration()),
                        work.stepsPassed,
                        work.stepsFailed));
            case StepEvent.StepFinished done ->
                next.did(new Work(
                        work.costMicros,
                        work.repairs,
                        work.stepsPassed + (done.success() ? 1 : 0),
                        work.stepsFailed + (done.success() ? 0 : 1)));
            default -> next;
        };
    }

    private RunState titled(Title other) {
        return new RunState(id, other, status, seen, work);
    }

    private RunState now(String text, long endedAt) {
        return new RunState(id, title, new Status(text, endedAt), seen, work);
    }

    private RunState did(Work more) {
        return new RunState(id, title, status, seen, more);
    }
}
