package dev.mulligan.record.share;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.share.Note.Heard;
import dev.mulligan.test.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessengerTest {

    private final ManualTime time = new ManualTime();
    private final List<Note> left = new ArrayList<>();
    private final List<Heard> onBoard = new ArrayList<>();
    private final List<Heard> heard = new ArrayList<>();
    private boolean away;

    private final Messenger messenger = new Messenger(
            mine -> {
                if (away) {
                    throw new IllegalStateException("away");
                }
                left.addAll(mine);
                List<Heard> news = List.copyOf(onBoard);
                onBoard.clear();
                return news;
            },
            Duration.ofSeconds(1),
            time,
            note -> {
                if (note.note().kind().equals("gibberish")) {
                    throw new IllegalArgumentException("what?");
                }
                heard.add(note);
            },
            () -> {});

    private static Note note(String kind, String body, int seconds) {
        return new Note(kind, "anthropic", body, Duration.ofSeconds(seconds));
    }

    @Test
    void onlyTheNewestOfASubjectIsTold() {
        messenger.tell(note("pause", "1", 10));
        messenger.tell(note("pause", "2", 10));
        messenger.tell(note("circuit", "open", 10));
        assertThat(messenger.round()).isTrue();
        assertThat(left).extracting(Note::body).containsExactly("2", "open");
        messenger.round();
        assertThat(left).hasSize(2);
    }

    @Test
    void whatIsToldAtTheBeginningOfARoundIsNoReasonForAnother() {
        List<Messenger> self = new ArrayList<>();
        Messenger talkative = new Messenger(
                mine -> List.of(),
                Duration.ofSeconds(1),
                time,
                heard::add,
                () -> self.getFirst().tell(note("worker", "gpu", 3)));
        self.add(talkative);

        talkative.round();
        assertThat(talkative.hasNews()).isFalse();

        talkative.tell(note("pause", "", 2));
        assertThat(talkative.hasNews()).isTrue();
    }

    @Test
    void whatIsToldWhileTheBoardIsAwayComesLaterUnlessItIsNoLongerTrue() {
        away = true;
        messenger.tell(note("pause", "", 2));
        messenger.tell(note("money", "7", 60));
        assertThat(messenger.round()).isFalse();
        time.advance(Duration.ofSeconds(5));
        assertThat(messenger.age()).isEqualTo(Duration.ofSeconds(5));
        away = false;
        assertThat(messenger.round()).isTrue();
        assertThat(left).containsExactly(note("money", "7", 55));
        assertThat(messenger.age()).isZero();
    }

    @Test
    void noteThatIsNotUnderstoodDoesNotHideTheOthers() {
        onBoard.add(new Heard("other", note("gibberish", "", 1)));
        onBoard.add(new Heard("other", note("pause", "", 1)));
        messenger.round();
        assertThat(heard).extracting(one -> one.note().kind()).containsExactly("pause");
    }
}
