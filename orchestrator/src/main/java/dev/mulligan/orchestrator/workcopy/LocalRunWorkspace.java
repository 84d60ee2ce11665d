package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.copy.CopyRules;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;

/**
 * A folder that every worker of the run sees.
 *
 * @param inPlace whether agents work in it, instead of in copies
 * @param guarded ignored files that must not change all the same
 * @param lasting whether one copy serves all steps of the run, since they come one after the other
 */
record LocalRunWorkspace(
        Workspace workspace,
        WorkFolder home,
        boolean inPlace,
        boolean lasting,
        OpenCopies copies,
        CopyRules rules,
        ForbiddenPaths guarded)
        implements RunWorkspace {

    static LocalRunWorkspace of(
            Workspace workspace,
            boolean inPlace,
            boolean lasting,
            OpenCopies copies,
            CopyRules rules,
            ForbiddenPaths guarded)
            throws IOException {
        return new LocalRunWorkspace(workspace, homeOf(workspace, guarded), inPlace, lasting, copies, rules, guarded);
    }

    private static WorkFolder homeOf(Workspace workspace, ForbiddenPaths guarded) throws IOException {
        return new WorkspaceFolder(workspace.root(), workspace.checkpoints(), guarded);
    }

    @Override
    public String name() {
        return workspace.root().toString();
    }

    @Override
    public WorkFolder homeNow() throws IOException {
        return homeOf(workspace, guarded);
    }

    @Override
    public boolean travels() {
        return false;
    }

    @Override
    public WorkFolder copy(String name, String tree) throws IOException {
        return copies.take(workspace, name, tree, "HEAD", rules);
    }

    @Override
    public WorkFolder lastCopy(String name, String tree) throws IOException {
        Optional<CopyFolder> open = copies.find(workspace, name);
        return open.isPresent() ? open.get() : copy(name, tree);
    }

    @Override
    public String save(String label) throws IOException {
        return workspace.checkpoints().create(label).id();
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
}
