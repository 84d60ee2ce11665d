package dev.mulligan.store.event;

import dev.mulligan.failure.Failure;
import dev.mulligan.record.AdaptEvent.CascadeContinued;
import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.record.PatchEvent.PatchProposed;
import dev.mulligan.record.RunEvent.RunStarted;
import dev.mulligan.record.StepEvent.StepFinished;
import dev.mulligan.record.learn.CascadeWindow;
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

/** The newest outcome of each item of a workspace: a step of a plan, or an item of a batch of commands. */
public final class CascadeItems {

    private static final String SAVE = """
            insert into cascade_item (scope, item, at, failed, run_id, step_id, stage, signature)
              values (?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (scope, item) do update set at = excluded.at, failed = excluded.failed,
              run_id = excluded.run_id, step_id = excluded.step_id, stage = excluded.stage,
              signature = excluded.signature where excluded.at >= cascade_item.at""";
    private static final String NEWEST = "select item, failed, run_id, step_id, stage, signature from cascade_item"
            + " where scope = ? order by at desc, item limit ?";
    private static final String OF_RUN = "select position, run_id, seq, at, type, payload from event where run_id = ?"
            + " and type in ('PatchProposed', 'LearningRecorded') order by seq limit 200";
    private static final String STARTED = "select position, run_id, seq, at, type, payload from event where run_id = ?"
            + " and type = 'RunStarted' order by seq limit 1";
    private static final String ATTEMPT = "select model, failure_type from attempt where run_id = ?"
            + " and (operation_id = 'exec' or operation_id like ?) order by ended_at desc limit 1";
    private static final Set<String> UPSTREAM = Set.of(
            "rate_limit",
            "server_error",
            "overloaded",
            "network",
            "auth_error",
            "quota_exhausted",
            "model_unavailable");

    private record Row(String item, boolean failed, String runId, String stepId, String stage, String signature) {}

    private record Change(String sql, List<Object> values) {}

    private final Connection connection;
    private final Map<String, String> workspaces = new HashMap<>();
    /** In the order of the events: an outcome before somebody's word to go on no longer counts, one after it does. */
    private final List<Change> changes = new ArrayList<>();

    public CascadeItems(Connection connection) {
        this.connection = connection;
    }

    public void add(Recorded recorded, RunState run) throws SQLException {
        switch (recorded.event()) {
            case RunStarted started -> workspaces.put(recorded.runId(), started.workspace());
            // A program that is not installed is no failure of the item.
            case StepFinished done when done.outcome().equals("agent_missing") -> {}
            case StepFinished done -> {
                String scope = workspace(recorded.runId());
                if (!scope.isEmpty()) {
                    changes.add(new Change(
                            SAVE,
                            List.of(
                                    Sql.text(scope),
                                    Sql.text(run.title().name() + "/" + done.stepId()),
                                    recorded.at().toEpochMilli(),
                                    !done.success(),
                                    Sql.text(recorded.runId()),
                                    Sql.text(done.stepId()),
                                    Sql.text(done.stage()),
                                    Sql.text(done.failure()
                                            .map(Failure::signature)
                                            .orElse("")))));
                }
            }
            case CascadeContinued gone ->
                changes.add(new Change(
                        "delete from cascade_item where scope = ? and at <= ?",
                        List.of(Sql.text(gone.workspace()), recorded.at().toEpochMilli())));
            default -> {}
        }
    }

    private String workspace(String runId) throws SQLException {
        String known = workspaces.get(runId);
        if (known == null) {
            known = Sql.one(connection, STARTED, Positioned::read, Sql.text(runId))
                    .flatMap(found -> found)
                    .filter(found -> found.recorded().event() instanceof RunStarted)
                    .map(found -> ((RunStarted) found.recorded().event()).workspace())
                    .orElse("");
            workspaces.put(runId, known);
        }
        return known;
    }

    private static List<Recorded> events(Connection connection, String runId) throws SQLException {
        return Sql.list(connection, OF_RUN, Positioned::read, Sql.text(runId)).stream()
                .flatMap(Optional::stream)
                .map(Positioned::recorded)
                .toList();
    }

    public void flush() throws SQLException {
        for (Change change : changes) {
            Sql.update(connection, change.sql, change.values.toArray());
        }
        changes.clear();
    }

    /** The newest items of a workspace, oldest first. */
    public static List<CascadeWindow.Item> newest(Connection connection, String workspace, int size)
            throws SQLException {
        List<Row> rows = Sql.list(
                connection,
                NEWEST,
                row -> new Row(
                        row.getString(1),
                        row.getLong(2) == 1,
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6)),
                Sql.text(workspace),
                size);
        List<CascadeWindow.Item> items = new ArrayList<>();
        for (Row row : rows.reversed()) {
            items.add(row.failed ? detailed(connection, row) : plain(row, "", "", List.of()));
        }
        return items;
    }

    private static CascadeWindow.Item plain(Row row, String model, String upstream, List<String> files) {
        return new CascadeWindow.Item(row.item, row.failed, row.signature, row.stage, model, upstream, files);
    }

    /** With everything that failures may have in common. */
    private static CascadeWindow.Item detailed(Connection connection, Row row) throws SQLException {
        Set<String> files = new LinkedHashSet<>();
        for (Recorded recorded : events(connection, row.runId)) {
            if (recorded.event() instanceof PatchProposed patch
                    && patch.stepId().equals(row.stepId)) {
                files.addAll(patch.files());
            } else if (recorded.event() instanceof LearningRecorded learnt) {
                files.addAll(learnt.files());
            }
        }
        Optional<String[]> last = Sql.one(
                connection,
                ATTEMPT,
                found -> new String[] {found.getString(1), found.getString(2)},
                row.runId,
                row.stepId + "/%");
        String type = last.map(found -> found[1]).orElse("");
        return plain(
                row,
                last.map(found -> found[0]).orElse(""),
                UPSTREAM.contains(type) ? "provider (" + type + ")" : "",
                List.copyOf(files));
    }
}
