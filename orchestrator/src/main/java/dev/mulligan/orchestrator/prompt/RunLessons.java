package dev.mulligan.orchestrator.prompt;

import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.journal.AttemptNote;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.record.AdaptEvent.LearningRecorded;
import dev.mulligan.record.learn.LearningIds;
import dev.mulligan.record.learn.Lessons;
import dev.mulligan.store.EventStore;
import dev.mulligan.workspace.snapshot.TreePatch;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What runs learn from each other: only what a verifier saw working, told first when the same failure returns. */
public final class RunLessons {

    private static final Logger log = LoggerFactory.getLogger(RunLessons.class);
    private static final int MOST_RECORDS = 2_000;
    private static final int MOST_LESSONS = 2;
    private static final int LONGEST_CHANGE = 1_500;

    private final EventStore store;

    public RunLessons(EventStore store) {
        this.store = store;
    }

    /** For the prompt; empty when nothing is known. Never a reason to fail. */
    public String about(Position position) {
        if (position.state().seen().isEmpty()) {
            return "";
        }
        try {
            List<LearningRecorded> records = store.views().learnings(Optional.empty(), MOST_RECORDS).stream()
                    .filter(record -> record.worked().isPresent())
                    .toList();
            StringBuilder known = new StringBuilder();
            for (Lessons.Lesson lesson : Lessons.about(
                    position.state().seen().getLast(), AttemptNote.headline(position.note()), records, MOST_LESSONS)) {
                known.append(
                                lesson.isExact()
                                        ? "This very failure was mended before ("
                                        : "A failure like this was mended before (")
                        .append(lesson.learnt().id())
                        .append("): ")
                        .append(lesson.learnt().worked().orElse(""))
                        .append('\n');
            }
            return known.toString().strip();
        } catch (RuntimeException e) {
            log.warn("what was learnt before cannot be read: {}", e.getMessage());
            return "";
        }
    }

    /**
     * What a step that failed has to teach, whether it passed in the end or not.
     *
     * @param diagnosis the cause that the agent of the last attempt named
     */
    public Optional<LearningRecorded> from(
            Claim claim, Position position, boolean passed, int attempts, Optional<String> diagnosis, Instant now) {
        List<String> seen = position.state().seen();
        String tree = passed ? position.lastTree() : position.bestTree();
        if (seen.isEmpty() || (passed && tree.isEmpty())) {
            return Optional.empty();
        }
        try {
            TreePatch patch = claim.home().trees().between(claim.base(), tree.isEmpty() ? claim.base() : tree);
            String change = patch.text().length() > LONGEST_CHANGE
                    ? patch.text().substring(0, LONGEST_CHANGE) + " …"
                    : patch.text();
            List<String> taken = store.views().learnings(Optional.empty(), MOST_RECORDS).stream()
                    .map(LearningRecorded::id)
                    .toList();
            List<String> repairs =
                    seen.stream().map(signature -> "repair after " + signature).toList();
            String changed = String.join(", ", patch.files());
            return Optional.of(LearningRecorded.of(
                            LearningIds.next(now, taken), claim.scope().step().action())
                    .failure(seen.getLast(), AttemptNote.headline(position.note()))
                    .files(patch.files())
                    .tried(attempts, repairs)
                    .worked(
                            passed
                                    ? Optional.of("changed " + changed
                                            + diagnosis.map(said -> ": " + said).orElse("") + "\n" + change)
                                    : Optional.empty())
                    .category("tool_failure")
                    .hint(passed ? "It was mended in " + changed + "." : "")
                    .build());
        } catch (IOException | RuntimeException e) {
            log.warn("nothing is learnt from step {}: {}", claim.scope().step().id(), e.getMessage());
            return Optional.empty();
        }
    }
}
