package dev.mulligan.orchestrator.prompt;

import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.journal.AttemptNote;
import dev.mulligan.orchestrator.journal.JournalEntry.Happened;
import dev.mulligan.record.PatchEvent.PatchProposed;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.trace.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What else there is to know, within bounds: the files the failure names, what earlier attempts changed and what came of
 * it, and what the steps before this one did.
 */
public final class AddedContext {

    private static final Logger log = LoggerFactory.getLogger(AddedContext.class);
    private static final int MOST_CHARS = 12_000;
    private static final int MOST_DIFF_CHARS = 1_500;
    private static final int MOST_ATTEMPTS = 3;
    private static final int MOST_EVENTS = 100_000;

    private final Claim claim;
    private final Path folder;
    private final StringBuilder text = new StringBuilder();

    public AddedContext(Claim claim, Path folder) {
        this.claim = claim;
        this.folder = folder;
    }

    /** {@code hint}: what a person said, whose files come first */
    public String text(EventStore store, String hint) {
        try {
            NamedFiles.in(hint + "\n" + claim.position().note(), folder)
                    .forEach(file -> add(file.title(), file.text()));
            attempts();
            if (text.isEmpty()) {
                ownFiles();
            }
            stepsBefore(store);
        } catch (IOException | RuntimeException e) {
            log.warn(
                    "context for step {} is incomplete: {}",
                    claim.scope().step().id(),
                    e.getMessage());
        }
        return text.isEmpty()
                ? ""
                : "Context that may help:\n" + text.toString().strip();
    }

    private void add(String title, String content) {
        int room = MOST_CHARS - text.length() - title.length() - 20;
        if (room > 100 && !content.isBlank()) {
            text.append("--- ")
                    .append(title)
                    .append('\n')
                    .append(clip(content.strip(), room))
                    .append("\n\n");
        }
    }

    private static String clip(String content, int most) {
        return content.length() <= most ? content : content.substring(0, most) + " …";
    }

    private void attempts() throws IOException {
        List<Happened> tried = claim.journal().stream()
                .filter(Happened.class::isInstance)
                .map(Happened.class::cast)
                .filter(happened -> !happened.tree().isEmpty())
                .toList();
        int from = Math.max(0, tried.size() - MOST_ATTEMPTS);
        for (int i = from; i < tried.size(); i++) {
            String change = claim.home()
                    .trees()
                    .between(claim.base(), tried.get(i).tree())
                    .text();
            String outcome = AttemptNote.headline(tried.get(i).note());
            add("attempt " + (i + 1) + " changed this and led to: " + outcome, clip(change, MOST_DIFF_CHARS));
        }
    }

    private void ownFiles() {
        NamedFiles.in(String.join("\n", claim.scope().step().files()), folder)
                .forEach(file -> add(file.title(), file.text()));
    }

    private void stepsBefore(EventStore store) throws IOException {
        List<String> needs = claim.scope().step().needs();
        if (needs.isEmpty()) {
            return;
        }
        Map<String, PatchProposed> last = new LinkedHashMap<>();
        for (Recorded recorded : store.events(claim.scope().runId(), 0, MOST_EVENTS)) {
            if (recorded.event() instanceof PatchProposed patch && needs.contains(patch.stepId())) {
                last.put(patch.stepId(), patch);
            }
        }
        for (PatchProposed patch : last.values()) {
            String diff = claim.scope().folder().read(patch.artifact()).orElse("");
            add(
                    "step " + patch.stepId() + " before this one changed " + String.join(", ", patch.files()),
                    clip(diff.isEmpty() ? String.join("\n", patch.files()) : diff, MOST_DIFF_CHARS));
        }
    }
}
