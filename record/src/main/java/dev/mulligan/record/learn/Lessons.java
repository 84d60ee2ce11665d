package dev.mulligan.record.learn;

import dev.mulligan.record.AdaptEvent.LearningRecorded;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds what worked before. The same signature first; then, marked as such, failures that share most of their words: a
 * moved line or a renamed test should not make us forget.
 */
public final class Lessons {

    /** Below this share of common words two failures have nothing to say to each other. */
    private static final double NEAR = 0.6;

    /** A record that may help. {@code likeness} is 1 for the same signature. */
    public record Lesson(LearningRecorded learnt, double likeness) {
        public boolean isExact() {
            return likeness >= 1;
        }
    }

    private Lessons() {}

    /**
     * The most useful first: exact before near, what worked before what did not; then in the order of the records, which
     * the store gives newest first.
     */
    public static List<Lesson> about(String signature, String error, Collection<LearningRecorded> records, int limit) {
        List<Lesson> lessons = new ArrayList<>();
        Set<String> words = words(error);
        for (LearningRecorded record : records) {
            boolean same = !signature.isEmpty() && record.signature().equals(signature);
            double likeness = same ? 1 : Math.min(0.99, likeness(words, words(record.error())));
            if (likeness >= NEAR) {
                lessons.add(new Lesson(record, likeness));
            }
        }
        lessons.sort(Comparator.comparing((Lesson lesson) -> !lesson.isExact())
                .thenComparing(lesson -> lesson.learnt().worked().isEmpty())
                .thenComparingDouble(lesson -> -lesson.likeness()));
        return List.copyOf(lessons.subList(0, Math.min(limit, lessons.size())));
    }

    /** What to try first, if anything worked before on this very failure or one like it. */
    public static Optional<Lesson> best(String signature, String error, Collection<LearningRecorded> records) {
        return about(signature, error, records, records.size()).stream()
                .filter(lesson -> lesson.learnt().worked().isPresent())
                .findFirst();
    }

    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        for (String word : TextPattern.ofMessage(text).split(" ", -1)) {
            if (word.length() > 1) {
                words.add(word);
            }
        }
        return words;
    }

    private static double likeness(Set<String> one, Set<String> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return 0;
        }
        long common = one.stream().filter(other::contains).count();
        return (double) common / (one.size() + other.size() - common);
    }
}
