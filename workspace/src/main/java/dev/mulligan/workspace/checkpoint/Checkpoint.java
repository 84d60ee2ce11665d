package dev.mulligan.workspace.checkpoint;

import java.time.Instant;

/**
 * A state of the workspace that can be brought back.
 *
 * @param commit where its files are kept
 * @param tree the same files, as git names them
 * @param head what HEAD was, so that a checkpoint is not restored onto another history
 * @param automatic whether it was made by a restore, to make that restore undoable
 */
public record Checkpoint(
        String id, String label, Instant time, String commit, String tree, String head, boolean automatic) {}
