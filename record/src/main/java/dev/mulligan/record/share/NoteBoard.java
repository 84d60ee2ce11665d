package dev.mulligan.record.share;

import java.util.List;

/** Where programs leave notes for each other. Used by one thread at a time, which it may keep waiting. */
@FunctionalInterface
public interface NoteBoard {

    /**
     * Leaves these notes and returns what others left since the last time, oldest first; at first all that still holds.
     *
     * @throws RuntimeException when the board is away; then none of them was left
     */
    List<Note.Heard> exchange(List<Note> mine);
}
