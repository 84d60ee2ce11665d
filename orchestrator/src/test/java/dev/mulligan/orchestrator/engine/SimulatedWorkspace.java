package dev.mulligan.orchestrator.engine;

import dev.mulligan.orchestrator.journal.JournalEntry;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.run.RunScope;
import dev.mulligan.orchestrator.workcopy.RunWorkspace;
import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.orchestrator.workcopy.WorkspaceSource;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** The files of the simulated run, as one worker reaches them. */
record SimulatedWorkspace(SimulatedWorld world, boolean inPlace, boolean lasting)
        implements RunWorkspace, WorkspaceSource {

    @Override
    public String name() {
        return "workspace";
    }

    @Override
    public WorkFolder home() {
        return new SimulatedFolder(world, SimulatedDisk.WORKSPACE);
    }

    @Override
    public WorkFolder homeNow() {
        return home();
    }

    @Override
    public String save(String label) {
        return world.disk().checkpoint();
    }

    @Override
    public boolean travels() {
        return false;
    }

    @Override
    public WorkFolder copy(String name, String tree) {
        String own = name + "@" + world.who();
        world.disk().make(own, tree);
        return new SimulatedFolder(world, own);
    }

    @Override
    public WorkFolder lastCopy(String name, String tree) {
        return copy(name, tree);
    }

    @Override
    public void send(Collection<String> trees) {}

    @Override
    public boolean settle(RunLog.Writing writing) {
        return true;
    }

    @Override
    public String stored(String conversation) {
        return conversation;
    }

    @Override
    public String resumable(String stored) {
        return stored;
    }

    @Override
    public RunWorkspace of(RunScope run, String stepId, List<JournalEntry> journal, String base) {
        return this;
    }

    @Override
    public RunWorkspace whole(RunScope run) {
        return this;
    }

    @Override
    public boolean mayWork(RunWorkspace workspace, String runId, Instant now) {
        return !inPlace || world.holdWorkspace();
    }

    @Override
    public void leave(String runId) {
        world.leaveWorkspace(world.who());
    }

    @Override
    public String publish(RunScope run) {
        throw new IllegalStateException("nothing travels here");
    }
}
