package dev.mulligan.orchestrator.workcopy;

import dev.mulligan.orchestrator.journal.RunLog;
import java.io.IOException;
import java.util.Collection;

/** Where the steps of a run work, and how what they make reaches whoever goes on with it. */
public interface RunWorkspace {

    /** What no two steps may change at the same time. */
    String name();

    /** The result of the run so far, as a place. What is brought there is part of the result. */
    WorkFolder home();

    /** The same, as it is now. */
    WorkFolder homeNow() throws IOException;

    /** Whether steps work at home, with nobody beside them. */
    boolean inPlace();

    /** Whether one copy serves all steps of the run. */
    boolean lasting();

    /** Saves the workspace as it is; gives the checkpoint's name. */
    String save(String label) throws IOException;

    /** Whether the next command of a step may be carried out on another machine. */
    boolean travels();

    /** A copy of the run's own with the files of a tree. One that a dead process left behind is replaced. */
    WorkFolder copy(String name, String tree) throws IOException;

    /** The same copy to end a step in: its files are brought there only where they are looked at again. */
    default WorkFolder lastCopy(String name, String tree) throws IOException {
        return copy(name, tree);
    }

    /** Called before the store names these trees: whoever reads it must find them. */
    void send(Collection<String> trees) throws IOException, InterruptedException;

    /** Records what was brought home. False when others did so meanwhile: then nothing is recorded. */
    boolean settle(RunLog.Writing writing);

    /** A conversation with an agent, as it is stored. */
    String stored(String conversation);

    /** A stored one, if it can be gone on with here. */
    String resumable(String stored);
}
