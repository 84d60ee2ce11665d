package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.orchestrator.journal.JournalEntry;
import dev.mulligan.orchestrator.run.RunScope;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Where a worker gets the files of a run from. */
public interface WorkspaceSource {

    /** For a step that stands where its journal says. */
    RunWorkspace of(RunScope run, String stepId, List<JournalEntry> journal, String base)
            throws IOException, InterruptedException;

    /** For the whole of a run. */
    RunWorkspace whole(RunScope run) throws IOException, InterruptedException;

    /** Whether the run may work there now: in place only one may. */
    boolean mayWork(RunWorkspace workspace, String runId, Instant now) throws IOException;

    /** The run is over: what was made for it alone goes. */
    void leave(String runId);

    /** Puts the result on a branch of its own, and tidies up what was only carried. */
    String publish(RunScope run) throws IOException, InterruptedException;
}
