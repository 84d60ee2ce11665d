package dev.mulligan.orchestrator.run;

import dev.mulligan.orchestrator.step.StepMachine;
import java.util.ArrayList;
import java.util.List;

/**
 * A step that this worker holds, and where it stands.
 *
 * @param token what makes writes for this step ours
 * @param base the files when the step began
 * @param site where it works
 */
record Claim(
        StepScope scope,
        String token,
        String base,
        String conversation,
        Site site,
        List<JournalEntry> journal,
        Position position) {

    boolean inPlace() {
        return site.inPlace();
    }

    Place home() {
        return site.home();
    }

    StepMachine machine() {
        return new StepMachine(scope.plan().loop());
    }

    /** Where the step stands with one more entry. */
    Position after(JournalEntry entry) {
        return after(List.of(entry));
    }

    Position after(Performed performed) {
        return after(
                performed.then().map(then -> List.of(performed.entry(), then)).orElse(List.of(performed.entry())));
    }

    private Position after(List<JournalEntry> entries) {
        List<JournalEntry> longer = new ArrayList<>(journal);
        longer.addAll(entries);
        return at(longer);
    }

    /** Where a step with this journal stands. */
    Position at(List<JournalEntry> entries) {
        return Position.of(machine(), scope.step().level().orElse(scope.plan().level()), entries);
    }

    /** The same step from another base, with one more entry. */
    Claim with(String newBase, JournalEntry entry) {
        List<JournalEntry> longer = new ArrayList<>(journal);
        longer.add(entry);
        return new Claim(scope, token, newBase, conversation, site, longer, at(longer));
    }

    /** The files the next attempt starts from: the best so far. */
    String startTree() {
        return position.bestTree().isEmpty() ? base : position.bestTree();
    }

    String copyName() {
        return scope.runId() + "-" + scope.step().id();
    }
}
