package dev.mulligan.workspace.copy;

/**
 * Something in the workspace that is not among its repository's files, and how a working copy gets it: an ignored file or
 * folder, or a repository inside the repository.
 *
 * @param path from the workspace's root, without a slash at its end
 * @param isRepository a submodule, or another repository inside this one
 * @param files how many there are in it, as far as they were counted
 * @param why it is not simply copied; empty when it is
 */
public record Companion(
        String path, How how, boolean isFolder, boolean isRepository, long files, long bytes, String why) {

    public enum How {
        COPY,
        LINK,
        LEAVE
    }
}
