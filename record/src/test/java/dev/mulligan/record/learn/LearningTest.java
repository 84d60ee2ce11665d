package dev.mulligan.record.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mulligan.record.AdaptEvent.CascadeDetected;
import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.record.learn.CascadeWindow.Item;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LearningTest {

    private static final Instant DAY = Instant.parse("2026-01-31T12:00:00Z");

    private static LearningRecorded record(String id, String signature, String error, String worked) {
        return LearningRecorded.of(id, "test")
                .failure(signature, error)
                .tried(2, List.of())
                .worked(worked.isEmpty() ? Optional.empty() : Optional.of(worked))
                .build();
    }

    @Test
    void theSameFailureComesBeforeOneLikeItAndWhatWorkedBeforeWhatDidNot() {
        List<LearningRecorded> records = List.of(
                record("near", "s2", "expected 3 but was 4 in cart total", "rounded"),
                record("lost", "s1", "expected 1 but was 2 in cart total", ""),
                record("won", "s1", "expected 1 but was 2 in cart total", "added tax"),
                record("far", "s3", "cannot open database file", "made the folder"));
        assertThat(Lessons.about("s1", "expected 7 but was 8 in cart total", records, 9))
                .extracting(lesson -> lesson.learnt().id())
                .containsExactly("won", "lost", "near");
        assertThat(Lessons.best("new", "expected 7 but was 9 in cart total", records)
                        .orElseThrow()
                        .isExact())
                .isFalse();
    }

    @Test
    void idsCountWithinTheDay() {
        assertThat(LearningIds.next(DAY, List.of())).isEqualTo("lr-2026-01-31-001");
        assertThat(LearningIds.next(DAY, List.of("lr-2026-01-31-009", "lr-2026-01-30-050", "lr-2026-01-31-x")))
                .isEqualTo("lr-2026-01-31-010");
    }

    private static Item item(String id, boolean failed, String signature, String file) {
        return new Item(id, failed, signature, "test", "m-" + id, "", List.of(file));
    }

    @Test
    void oneItemThatKeepsFailingIsNoCascade() {
        CascadeWindow window = CascadeWindow.standard();
        for (int i = 0; i < 10; i++) {
            window = window.with(item("only", true, "s", "f"));
        }
        assertThat(window.cascade()).isEmpty();
    }

    @Test
    void threeItemsOfFiveAreACascadeAndWhatTheyShareIsNamed() {
        CascadeWindow window = CascadeWindow.standard()
                .with(item("a", true, "s1", "pom.xml"))
                .with(item("b", false, "", ""))
                .with(item("c", true, "s1", "pom.xml"))
                .with(item("d", true, "s1", "pom.xml"));
        CascadeDetected cascade = window.cascade().orElseThrow();
        assertThat(cascade.items()).containsExactly("a", "c", "d");
        assertThat(cascade.diagnosis()).contains("signature s1");
        assertThat(window.with(item("a", true, "s9", "pom.xml"))
                        .cascade()
                        .orElseThrow()
                        .diagnosis())
                .contains("file pom.xml");
        assertThat(window.continued().cascade()).isEmpty();
    }

    @Test
    void theWindowSlides() {
        CascadeWindow window =
                CascadeWindow.standard().with(item("a", true, "s", "f")).with(item("b", true, "s", "f"));
        for (String id : List.of("1", "2", "3", "4")) {
            window = window.with(item(id, false, "", ""));
        }
        assertThat(window.with(item("z", true, "s", "f")).cascade()).isEmpty();
    }

    @Test
    void patternsForgetParticularsAndKeepTheRest() {
        assertThat(TextPattern.ofMessage("Timeout after 3021 ms for req_011CSHoEe at /srv/app/x.py"))
                .isEqualTo(TextPattern.ofMessage("Timeout after 7 ms for req_99ZZk2mmm at /home/me/y.py"))
                .contains("Timeout after <n> ms");
        assertThat(TextPattern.ofPrompt("Fix the test \"adds tax\" in   cart"))
                .isEqualTo("Fix the test <text> in cart");
        assertThat(TextPattern.ofPrompt("x ".repeat(10_000)).length()).isLessThanOrEqualTo(120);
    }
}
