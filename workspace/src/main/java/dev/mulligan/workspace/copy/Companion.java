package dev.mulligan.workspace.copy;

/**
 * An ignored file or folder of the workspace, and how a working copy gets it.
 *
 * @param path from the workspace's root, without a slash at its end
 * @param files how many there are in it, as far as they were counted
 * @param why it is not simply copied; empty when it is
 */
public record Companion(String path, How how, boolean isFolder, long files, long bytes, String why) {

    public enum How {
        COPY,
        LINK,
        LEAVE
    }
}
