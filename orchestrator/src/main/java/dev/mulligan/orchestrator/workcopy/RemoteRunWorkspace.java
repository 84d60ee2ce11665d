package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.store.sql.WorkerName;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.copy.CopyRules;
import dev.mulligan.workspace.git.TransferRepository;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Files that travel through a repository: every step works in a copy, anywhere. */
final class RemoteRunWorkspace implements RunWorkspace {

    private final String runId;
    private final String title;
    private final GitTransport post;
    private final TransferRepository hub;
    private final Workspace workspace;
    private final RunResultRef head;
    private final OpenCopies copies;
    private final ResultFolder home;
    private Optional<RunResultRef> made = Optional.empty();

    /** @param title what the commit of a step's result says */
    RemoteRunWorkspace(
            String runId,
            String title,
            GitTransport post,
            TransferRepository hub,
            Workspace workspace,
            RunResultRef head,
            OpenCopies copies)
            throws IOException {
        this.runId = runId;
        this.title = title;
        this.post = post;
        this.hub = hub;
        this.workspace = workspace;
        this.head = head;
        this.copies = copies;
        this.home = new ResultFolder(hub.folder(), workspace.checkpoints().trees(), head);
    }

    @Override
    public String name() {
        return runId;
    }

    @Override
    public WorkFolder home() {
        return home;
    }

    @Override
    public WorkFolder homeNow() {
        return home;
    }

    @Override
    public boolean inPlace() {
        return false;
    }

    @Override
    public boolean travels() {
        return true;
    }

    @Override
    public WorkFolder copy(String name, String tree) throws IOException {
        return copies.take(workspace, name, tree, head.commit(), CopyRules.NONE);
    }

    @Override
    public boolean lasting() {
        return false;
    }

    @Override
    public String save(String label) {
        throw new IllegalStateException("a run whose files travel has no folder to save");
    }

    @Override
    public void send(Collection<String> trees) throws IOException, InterruptedException {
        List<String> real =
                trees.stream().filter(tree -> !tree.isEmpty()).distinct().toList();
        if (home.brought().isPresent()) {
            String tree = home.brought().get();
            made = Optional.of(new RunResultRef(hub.commit(tree, head.commit(), title + "\n", post.now()), tree));
        }
        List<String> commits = made.map(RunResultRef::commit).stream().toList();
        if (!real.isEmpty() || !commits.isEmpty()) {
            post.carry("sending files", () -> {
                hub.send(runId, head.commit(), commits, real);
                return true;
            });
        }
    }

    @Override
    public boolean settle(RunLog.Writing writing) {
        if (made.isEmpty()) {
            return true;
        }
        if (!RunResultRef.of(writing, runId).equals(Optional.of(head))) {
            return false;
        }
        made.get().write(writing, runId);
        return true;
    }

    /** Agents keep their conversations on the machine where they ran. */
    @Override
    public String stored(String conversation) {
        return conversation.isEmpty() ? "" : WorkerName.host() + " " + conversation;
    }

    @Override
    public String resumable(String stored) {
        String here = WorkerName.host() + " ";
        return stored.startsWith(here) ? stored.substring(here.length()) : "";
    }
}
