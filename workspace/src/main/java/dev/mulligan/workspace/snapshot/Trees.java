package dev.mulligan.workspace.snapshot;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** States of files as trees: compared, merged and kept from being tidied away, without touching any file. */
public interface Trees {

    TreePatch between(String from, String to) throws IOException;

    /** Both changes of one base together; empty when they contradict each other. */
    default Optional<String> merge(String base, String ours, String theirs) throws IOException {
        Merge merge = merging(base, ours, theirs);
        return merge.conflicts().isEmpty() ? Optional.of(merge.tree()) : Optional.empty();
    }

    /**
     * Two changes of one base brought together.
     *
     * @param tree of no use where there are conflicts
     * @param conflicts the files both changed in ways that do not fit together
     */
    record Merge(String tree, List<String> conflicts) {}

    Merge merging(String base, String ours, String theirs) throws IOException;

    /** A tree in which some paths are as in another one; those that are not there are gone. */
    String replacing(String tree, List<String> paths, String from) throws IOException;

    /** Keeps a tree from being tidied away, under a name that may have slashes. Gives the commit that holds it. */
    String keep(String name, String tree) throws IOException;
}
