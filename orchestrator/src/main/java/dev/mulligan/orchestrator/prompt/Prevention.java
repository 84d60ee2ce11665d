package dev.mulligan.orchestrator.prompt;

import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.store.EventStore;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What earlier failures of this workspace have to say before anything fails again: a few lines for the prompt, the most
 * fitting first. Never a reason to fail.
 */
public final class Prevention {

    private static final Logger log = LoggerFactory.getLogger(Prevention.class);
    private static final int MOST_RECORDS = 200;
    private static final int MOST_HINTS = 5;
    private static final int LONGEST_HINT = 280;

    /** A failure, how often it was met, and what is known of it. */
    private record Known(LearningRecorded newest, int times) {}

    private final EventStore store;

    public Prevention(EventStore store) {
        this.store = store;
    }

    /** Empty when nothing is known. */
    public String before(StepScope scope) {
        try {
            Map<String, Known> known = new LinkedHashMap<>();
            for (LearningRecorded learnt :
                    store.views().learningsOf(scope.plan().place(), MOST_RECORDS)) {
                known.merge(
                        learnt.signature().isEmpty() ? learnt.error() : learnt.signature(),
                        new Known(learnt, 1),
                        (newer, older) -> new Known(newer.newest(), newer.times() + older.times()));
            }
            return text(known.values(), scope);
        } catch (RuntimeException e) {
            log.warn("what was learnt before cannot be read: {}", e.getMessage());
            return "";
        }
    }

    private static String text(Collection<Known> known, StepScope scope) {
        List<String> hints = known.stream()
                .filter(one -> !one.newest().error().isBlank())
                // Sorting is stable: among equals the newest stays first.
                .sorted(Comparator.comparingInt((Known one) -> -fitness(one, scope)))
                .limit(MOST_HINTS)
                .map(Prevention::hint)
                .toList();
        return hints.isEmpty()
                ? ""
                : "Failures met in this project before; do not cause them again:\n- " + String.join("\n- ", hints);
    }

    private static int fitness(Known one, StepScope scope) {
        int fitness = Math.min(one.times(), 3);
        if (one.newest().stage().equals(scope.step().action())) {
            fitness += 2;
        }
        boolean sameFiles = one.newest().files().stream()
                .anyMatch(file -> scope.step().prompt().contains(file)
                        || scope.step().files().stream().anyMatch(file::startsWith));
        return sameFiles ? fitness + 4 : fitness;
    }

    private static String hint(Known one) {
        LearningRecorded learnt = one.newest();
        StringBuilder text = new StringBuilder(oneLine(learnt.error(), LONGEST_HINT / 2));
        if (one.times() > 1) {
            text.append(" (").append(one.times()).append(" times)");
        }
        String more = !learnt.hint().isBlank()
                ? learnt.hint()
                : learnt.worked().map(worked -> "What helped: " + worked).orElse("Nothing that was tried helped.");
        return oneLine(text.append(". ").append(more).toString(), LONGEST_HINT);
    }

    private static String oneLine(String text, int most) {
        String line = text.lines().findFirst().orElse("").strip();
        return line.length() <= most ? line : line.substring(0, most) + " …";
    }
}
