package dev.mulligan.gateway;

import dev.mulligan.record.share.Note;
import dev.mulligan.record.share.NoteBoard;
import java.util.ArrayList;
import java.util.List;

/** Where the gateways of a test leave their notes. */
final class MemoryBoard {

    private final List<Note.Heard> notes = new ArrayList<>();
    private boolean away;

    synchronized void away(boolean isAway) {
        away = isAway;
    }

    synchronized List<Note.Heard> notes() {
        return List.copyOf(notes);
    }

    NoteBoard as(String teller) {
        int[] read = {0};
        return mine -> exchange(teller, mine, read);
    }

    private synchronized List<Note.Heard> exchange(String teller, List<Note> mine, int[] read) {
        if (away) {
            throw new IllegalStateException("the board is away");
        }
        mine.forEach(note -> notes.add(new Note.Heard(teller, note)));
        List<Note.Heard> news = notes.subList(read[0], notes.size()).stream()
                .filter(heard -> !heard.teller().equals(teller))
                .toList();
        read[0] = notes.size();
        return news;
    }
}
