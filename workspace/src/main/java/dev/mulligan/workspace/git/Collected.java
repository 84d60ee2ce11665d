package dev.mulligan.workspace.git;

import java.util.List;

/**
 * What was done in a worktree.
 *
 * @param tree all its files
 * @param patch the difference as a git diff, binary files included
 * @param changed the paths that differ from where it started
 */
public record Collected(Worktree worktree, String tree, String patch, List<String> changed) {
    public Collected {
        changed = List.copyOf(changed);
    }
}
