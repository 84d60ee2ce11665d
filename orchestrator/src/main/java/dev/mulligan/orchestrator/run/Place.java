package dev.mulligan.orchestrator.run;

import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.git.Trees;
import dev.mulligan.workspace.git.Worktree;
import dev.mulligan.workspace.git.Worktrees;
import java.io.IOException;
import java.nio.file.Path;

/** Where an agent works: in the workspace itself, or in a copy that nobody else sees. */
interface Place {

    Path folder();

    /** The files as they are, as a tree. */
    String snapshot() throws IOException;

    /** Makes the files be that tree. */
    void bring(String tree) throws IOException;

    Trees trees();

    /** Somebody else is about to work here: what was last seen of the files holds no longer. */
    void handOver();

    /** Removes what was made for this place alone. */
    void leave() throws IOException;

    static Place workspace(Workspace workspace) throws IOException {
        return new WorkspacePlace(workspace.root(), workspace.checkpoints());
    }

    /** A copy of its own, made from a tree, with a commit checked out. One that a dead process left is replaced. */
    static Place copy(Workspace workspace, String name, String tree, String head) throws IOException {
        Worktrees worktrees = workspace.worktrees();
        Trees trees = workspace.checkpoints().trees();
        Worktree first = worktrees.renew(name, tree, head);
        return new Place() {
            private Worktree worktree = first;

            @Override
            public Path folder() {
                return worktree.folder();
            }

            @Override
            public String snapshot() throws IOException {
                return worktrees.snapshot(worktree);
            }

            @Override
            public void bring(String wanted) throws IOException {
                if (!snapshot().equals(wanted)) {
                    worktree = worktrees.renew(name, wanted, head);
                }
            }

            @Override
            public Trees trees() {
                return trees;
            }

            @Override
            public void handOver() {}

            @Override
            public void leave() throws IOException {
                worktrees.remove(worktree);
            }
        };
    }
}
