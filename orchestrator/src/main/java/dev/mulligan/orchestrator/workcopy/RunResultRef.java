package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.store.run.Flows;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * The verified result so far of a run whose files travel. The store has the last word on it, in the same transaction as
 * the step that made it; the repository only carries the files.
 *
 * @param commit on which the next step's is made
 * @param tree its files
 */
public record RunResultRef(String commit, String tree) {

    /** Kept like a step's journal; no step can have this name. */
    private static final String JOURNAL = "@head";

    static Optional<RunResultRef> of(Flows flows, String runId) {
        return newest(flows.journal(runId, JOURNAL));
    }

    static Optional<RunResultRef> of(RunLog.Writing writing, String runId) {
        return newest(writing.rows().journal(runId, JOURNAL));
    }

    private static Optional<RunResultRef> newest(List<String> rows) {
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        JsonObject row = Json.parseObject(rows.getLast());
        return Optional.of(new RunResultRef(row.text("commit", ""), row.text("tree", "")));
    }

    public void write(RunLog.Writing writing, String runId) {
        writing.row(runId, JOURNAL, Json.write(Json.object("commit", commit, "tree", tree)));
    }
}
