package dev.mulligan.workspace.checkpoint;

import java.io.IOException;

/** Somebody committed or switched branches since the checkpoint: bringing it back could undo their work. */
public final class HeadMoved extends IOException {
    private static final long serialVersionUID = 1L;

    HeadMoved(Checkpoint checkpoint, String now) {
        super("checkpoint " + checkpoint.id() + " was made at " + checkpoint.head() + " but HEAD is now " + now
                + "; go back there first, or restore single files by hand from " + checkpoint.commit());
    }
}
