package dev.mulligan.workspace.patch.parse;

/** What stands in the workspace under a name that an answer writes. */
public interface KnownFiles {
    boolean hasFile(String name);

    boolean hasFolder(String name);
}
