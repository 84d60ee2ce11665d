package dev.mulligan.store.spool;

/**
 * How a writer is doing.
 *
 * @param away whether the store did not take the last batch
 * @param events how many wait on the disk
 * @param dropped how many were lost since the start because there was no room for them, or the store refused them
 */
public record SpoolState(boolean away, long events, long bytes, long waitingInMemory, long stored, long dropped) {}
