package dev.mulligan.store.event;

import dev.mulligan.attempt.EscalationReason;
import dev.mulligan.escalate.Usage;
import dev.mulligan.store.sql.Database;
import dev.mulligan.store.sql.Sql;
import dev.mulligan.store.trace.Recorded;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Sessions for lists and pages. Every question costs what it shows, however long the history is. */
public final class SessionViews {

    private static final String COLUMNS = "id, project, model, requests, failures, retries, cost_micros, wasted_micros,"
            + " input, output, cache_read, cache_write, first_at, last_at, title, recovered, lost";

    public record SessionRow(
            String id,
            String project,
            String model,
            long requests,
            long failures,
            long retries,
            long costMicros,
            long wastedMicros,
            Usage usage,
            Instant firstAt,
            Instant lastAt,
            String title,
            long recovered,
            long lost) {}

    /** The row a page ended with. */
    public record Cursor(Instant at, String id) {
        public static final Cursor NEWEST = new Cursor(Instant.ofEpochMilli(Long.MAX_VALUE), "");
    }

    /** Which sessions have had what. */
    public enum State {
        FAILING,
        RECOVERED,
        LOST
    }

    /**
     * Which sessions; empty means all.
     *
     * @param text the beginning of an id, or part of a title
     * @param single whether sessions of one request are wanted: they are many and say little
     */
    public record Wanted(
            Optional<String> project,
            Optional<String> model,
            Optional<String> text,
            Optional<State> state,
            boolean single) {
        public static final Wanted ALL =
                new Wanted(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), true);
    }

    /** What lists can be sorted by; all but the first show their first page only. */
    public enum Order {
        LAST_SEEN("last_at desc, id"),
        REQUESTS("requests desc, last_at desc, id"),
        FAILURES("failures desc, last_at desc, id"),
        RECOVERED("recovered desc, last_at desc, id"),
        COST("cost_micros desc, last_at desc, id");

        private final String sql;

        Order(String sql) {
            this.sql = sql;
        }
    }

    private final Database database;

    public SessionViews(Database database) {
        this.database = database;
    }

    /** Newest first. */
    public List<SessionRow> list(Wanted wanted, Cursor after, int limit) {
        return list(wanted, Order.LAST_SEEN, after, limit);
    }

    public List<SessionRow> list(Wanted wanted, Order order, Cursor after, int limit) {
        StringBuilder where = new StringBuilder(" where last_at <= ? and (last_at < ? or id > ?)");
        List<Object> values =
                new ArrayList<>(List.of(after.at().toEpochMilli(), after.at().toEpochMilli(), after.id()));
        wanted.project().ifPresent(project -> {
            where.append(" and project = ?");
            values.add(project);
        });
        wanted.model().ifPresent(model -> {
            where.append(" and model = ?");
            values.add(model);
        });
        wanted.text().ifPresent(text -> {
            where.append(" and (substr(id, 1, ?) = ? or lower(title) like ? escape '!')");
            values.add(text.length());
            values.add(text);
            values.add("%" + text.toLowerCase(Locale.ROOT).replaceAll("([!%_])", "!$1") + "%");
        });
        wanted.state()
                .ifPresent(state -> where.append(
                        switch (state) {
                            case FAILING -> " and failures > 0";
                            case RECOVERED -> " and recovered > 0";
                            case LOST -> " and lost > 0";
                        }));
        if (!wanted.single()) {
            where.append(" and requests > 1");
        }
        values.add(limit);
        return database.read(
                "listing sessions",
                connection -> Sql.list(
                        connection,
                        "select " + COLUMNS + " from session" + where + " order by " + order.sql + " limit ?",
                        SessionViews::row,
                        values.toArray()));
    }

    public Optional<SessionRow> find(String id) {
        return database.read(
                "reading a session",
                connection ->
                        Sql.one(connection, "select " + COLUMNS + " from session where id = ?", SessionViews::row, id));
    }

    private static SessionRow row(ResultSet row) throws SQLException {
        return new SessionRow(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                row.getLong(7),
                row.getLong(8),
                new Usage(row.getLong(9), row.getLong(10), row.getLong(11), row.getLong(12)),
                Instant.ofEpochMilli(row.getLong(13)),
                Instant.ofEpochMilli(row.getLong(14)),
                row.getString(15),
                row.getLong(16),
                row.getLong(17));
    }

    /** What happened in a session, newest first, at most so much of it. */
    public List<Recorded> timeline(String session, int limit) {
        return subject(Timelines.SESSION + session, limit);
    }

    /** The requests that agents of a run sent through gateways, oldest first, at most so many events. */
    public List<Recorded> ofRun(String runId, int limit) {
        return subject(Timelines.RUN + runId, limit).reversed();
    }

    private static final String OF_SUBJECT =
            "select e.position, e.run_id, e.seq, e.at, e.type, e.payload from timeline t"
                    + " join event e on e.run_id = t.run_id and e.seq = t.seq"
                    + " where t.subject = ? order by t.at desc, t.run_id desc, t.seq desc limit ?";

    /** What happened to each of these requests of clients, oldest first, at most so much of each. */
    public Map<String, List<Recorded>> requests(Collection<String> requestIds, int limit) {
        // One visit to the store for all of them: one each would wait as often as there are requests.
        return database.read("reading timelines", connection -> {
            Map<String, List<Recorded>> stories = new HashMap<>();
            for (String id : requestIds) {
                stories.put(
                        id,
                        recorded(Sql.list(connection, OF_SUBJECT, Positioned::read, Timelines.REQUEST + id, limit))
                                .reversed());
            }
            return stories;
        });
    }

    private List<Recorded> subject(String subject, int limit) {
        return recorded(database.read(
                "reading a timeline",
                connection -> Sql.list(connection, OF_SUBJECT, Positioned::read, subject, limit)));
    }

    private static List<Recorded> recorded(List<Optional<Positioned>> rows) {
        return rows.stream().flatMap(Optional::stream).map(Positioned::recorded).toList();
    }

    /** A person's word that a session goes on with another model. */
    public record ModelChange(String session, String from, String to) {}

    /** The newest of them, in the order they were made. */
    public List<ModelChange> modelChanges(int limit) {
        return database.read(
                        "listing changes of models",
                        connection -> Sql.list(
                                connection,
                                "select subject, from_name, to_name from escalation where kind = 'model' and reason = ?"
                                        + " order by at desc, run_id desc, seq desc limit ?",
                                row -> new ModelChange(row.getString(1), row.getString(2), row.getString(3)),
                                EscalationReason.MANUAL.wireName(),
                                limit))
                .reversed();
    }

    /** Names of projects that have sessions or runs. */
    public List<String> projects() {
        return database.read(
                "listing projects",
                connection -> Sql.list(
                        connection,
                        "select project from session where project <> '' union select project from run"
                                + " where project <> '' order by 1 limit 1000",
                        row -> row.getString(1)));
    }

    /** Runs of plans and commands, newest first; what a gateway or a person noted down is no run. */
    public List<Views.Run> runs(Cursor after, int limit) {
        return runs(Optional.empty(), Optional.empty(), after, limit);
    }

    public List<Views.Run> runs(Optional<RunStanding> wanted, Optional<String> project, Cursor after, int limit) {
        List<Views.Run> found = new ArrayList<>();
        Cursor at = after;
        while (true) {
            List<Views.Run> page = page(wanted, project, at, limit);
            page.stream()
                    .filter(run -> wanted.isEmpty() || wanted.get() == run.standing())
                    .limit(limit - found.size())
                    .forEach(found::add);
            if (page.size() < limit || found.size() == limit) {
                return found;
            }
            at = new Cursor(page.getLast().lastAt(), page.getLast().id());
        }
    }

    /** Which of those under way are interrupted is seen only after they were read. */
    private List<Views.Run> page(Optional<RunStanding> wanted, Optional<String> project, Cursor after, int limit) {
        StringBuilder where = new StringBuilder(" where level <> '' and last_at <= ? and (last_at < ? or id > ?)");
        List<Object> values =
                new ArrayList<>(List.of(after.at().toEpochMilli(), after.at().toEpochMilli(), after.id()));
        wanted.map(standing -> standing == RunStanding.INTERRUPTED ? RunStanding.RUNNING : standing)
                .ifPresent(standing -> {
                    boolean passed = standing == RunStanding.PASSED;
                    where.append(passed ? " and standing in (?, ?)" : " and standing = ?");
                    values.add(standing.wireName());
                    if (passed) {
                        values.add(RunStanding.FORMER_PASSED);
                    }
                });
        project.ifPresent(name -> {
            where.append(" and project = ?");
            values.add(name);
        });
        values.add(limit);
        return RunRows.list(database, where + " order by last_at desc, id limit ?", values);
    }

    /** How a strategy fared in a stage. */
    public record StrategyRow(String stage, String strategy, long tries, long successes) {}

    public List<StrategyRow> strategies() {
        return database.read(
                "listing strategies",
                connection -> Sql.list(
                        connection,
                        "select stage, strategy, sum(tries), sum(successes) from strategy_outcome"
                                + " group by stage, strategy order by stage, sum(successes) desc, strategy limit 500",
                        row -> new StrategyRow(row.getString(1), row.getString(2), row.getLong(3), row.getLong(4))));
    }

    /** The plan of a run as it was taken up; empty for runs that were only traced. */
    public Optional<String> plan(String runId) {
        return database.read(
                "reading a plan",
                connection ->
                        Sql.one(connection, "select plan from flow where run_id = ?", row -> row.getString(1), runId));
    }
}
