package dev.mulligan.workspace.tree;

/** A relative path cut into its folder and its last name. */
record TreePath(String folder, String name) {
    static TreePath of(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? new TreePath("", path) : new TreePath(path.substring(0, slash), path.substring(slash + 1));
    }
}
