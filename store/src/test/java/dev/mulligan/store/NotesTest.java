package dev.mulligan.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.share.Note;
import dev.mulligan.record.share.NoteBoard;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notes between programs that share a store. */
class NotesTest {

    @TempDir
    Path folder;

    @Test
    void onSqlite() throws Exception {
        story(folder.resolve("store.db").toString());
    }

    @Test
    void onPostgres() throws Exception {
        Postgres.assumed();
        story(Postgres.freshDatabase());
    }

    private static Note note(String subject, String body, Duration lasts) {
        return new Note("pause", subject, body, lasts);
    }

    private static void story(String where) throws Exception {
        try (EventStore here = EventStore.open(where);
                EventStore there = EventStore.open(where)) {
            NoteBoard one = here.notes("one");
            NoteBoard two = there.notes("two");
            assertThat(one.exchange(List.of(note("a", "1", Duration.ofMinutes(1)))))
                    .isEmpty();
            assertThat(two.exchange(List.of(note("b", "2", Duration.ofMinutes(1)))))
                    .singleElement()
                    .satisfies(heard -> {
                        assertThat(heard.teller()).isEqualTo("one");
                        assertThat(heard.note().subject()).isEqualTo("a");
                        assertThat(heard.note().body()).isEqualTo("1");
                        assertThat(heard.note().lasts()).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(60));
                    });
            assertThat(two.exchange(List.of())).as("nothing new").isEmpty();
            assertThat(one.exchange(List.of()))
                    .extracting(heard -> heard.note().body())
                    .containsExactly("2");
            one.exchange(List.of(note("a", "3", Duration.ofMinutes(1))));
            one.exchange(List.of(note("a", "4", Duration.ofMinutes(1)), note("gone", "", Duration.ofMillis(1))));
            Thread.sleep(20);
            assertThat(two.exchange(List.of()))
                    .extracting(heard -> heard.note().body())
                    .as("the newest of a subject, and only what still holds")
                    .containsExactly("4");
            assertThat(there.notes("three").exchange(List.of()))
                    .extracting(heard -> heard.note().body())
                    .as("who comes later hears what still holds")
                    .containsExactly("2", "4");
            one.exchange(
                    List.of(note("key", "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789", Duration.ofMinutes(1))));
            assertThat(two.exchange(List.of()).getFirst().note().body()).doesNotContain("abcdefghijklmnopqrstuvwxyz");
        }
    }
}
