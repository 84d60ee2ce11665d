package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.workspace.ApplyOptions;
import dev.mulligan.workspace.Workspace;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.snapshot.Trees;
import dev.mulligan.workspace.tree.TreeWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where an agent works: in the workspace itself, or in a copy that nobody else sees. */
public interface WorkFolder {

    Path folder();

    /** The files as they are, as a tree. */
    String snapshot() throws IOException;

    /**
     * Makes the files be a tree, as far as that undoes nobody's work.
     *
     * @param left the files as the last attempt left them: what was changed since is not ours
     */
    Brought bring(String tree, String left) throws IOException;

    /**
     * What was done to the files.
     *
     * @param tree the files as they are now
     * @param takenBack files that were put back
     * @param kept files that somebody else had changed, and that stay as they are
     * @param undo the checkpoint that holds the files as they were before
     */
    record Brought(String tree, List<String> takenBack, List<String> kept, Optional<String> undo) {

        static Brought exactly(String tree) {
            return new Brought(tree, List.of(), List.of(), Optional.empty());
        }
    }

    /** The same for files that nobody else can have changed. */
    default Brought bring(String tree) throws IOException {
        return bring(tree, snapshot());
    }

    /**
     * The same for an attempt that starts over after one that failed: in a copy, git is as it was when the copy was made.
     */
    default Brought startOver(String tree) throws IOException {
        return bring(tree);
    }

    /**
     * Brings a result in. Nothing is written, with a {@code TreeConflict}, where one of the files that change is not as
     * it was seen.
     *
     * @param last made when everything is prepared and no file has been touched
     */
    List<String> land(String seen, String result, TreeWriter.LastCheck<InterruptedException> last)
            throws IOException, InterruptedException;

    /** Ignored files that came along from the workspace and were changed here. */
    default List<String> changedBeside() {
        return List.of();
    }

    /** Small ignored files are as in the workspace again: what counts is what passes with the user's own. */
    default void restoreBeside() throws IOException {}

    /** Makes the edits that a text asks for, all or none. */
    default PatchOutcome apply(String text, ApplyOptions options) throws IOException {
        return Workspace.open(folder()).apply(text, options);
    }

    Trees trees();

    /** Somebody else is about to work here: what was last seen of the files holds no longer. */
    void handOver();

    /**
     * Makes sure that a state which was just seen can be had back, where an agent works on the user's own files.
     *
     * @param before what happens next, for the checkpoint's label
     * @return the new checkpoint; empty when nothing could get lost
     */
    default Optional<String> keep(String tree, String before) throws IOException {
        return Optional.empty();
    }

    /** Removes what was made for this place alone. */
    void leave() throws IOException;
}
