package dev.mulligan.orchestrator.attempt;

import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.journal.JournalEntry.Chosen;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.prompt.AddedContext;
import dev.mulligan.orchestrator.prompt.PromptFrame;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.orchestrator.workcopy.WorkFolder;
import dev.mulligan.record.advice.Strategy;
import dev.mulligan.store.EventStore;
import java.util.List;
import java.util.Optional;

/** A strategy at work: what it makes different about an attempt. */
final class StrategyEffect {

    private final Optional<Chosen> chosen;
    private final Strategy strategy;

    StrategyEffect(StepScope scope, Position position) {
        this.chosen = position.chosen();
        this.strategy = chosen.flatMap(choice -> scope.adapt().strategy(choice.strategy()))
                .orElse(new Strategy.Retry());
    }

    /** For the record; empty when nobody chose. */
    Optional<String> name() {
        return chosen.map(_ -> strategy.name());
    }

    /** The same, where the verifier's word says something about it: a portion that got done is not the whole yet. */
    Optional<String> credited(Position before, VerificationResult checked) {
        boolean portion = strategy instanceof Strategy.Incremental
                && checked.input() instanceof StepInput.Failed failed
                && before.state()
                        .bestFailing()
                        .filter(best -> failed.failing().size() < best.size())
                        .isPresent();
        boolean spoke = checked.result() != VerificationResult.Result.NO_EVIDENCE;
        return spoke && !portion ? name() : Optional.empty();
    }

    Optional<String> model() {
        return strategy instanceof Strategy.Reword reword ? reword.model() : Optional.empty();
    }

    Optional<Double> temperature() {
        return strategy instanceof Strategy.Reword reword ? reword.temperature() : Optional.empty();
    }

    /** @param kept files of a rollback that stay, since a person has changed them */
    PromptFrame wording(Claim claim, WorkFolder place, EventStore store, List<String> kept) {
        String note = chosen.map(Chosen::note)
                .filter(text -> !text.isBlank())
                .map(text -> "A person adds: " + text)
                .orElse("");
        PromptFrame own = switch (strategy) {
            case Strategy.Retry _ -> PromptFrame.NONE;
            case Strategy.Reword reword -> new PromptFrame(reword.prefix(), reword.suffix());
            case Strategy.Incremental _ -> PromptFrame.after(oneAtATime(claim.position()));
            case Strategy.AddContext _ -> PromptFrame.after(new AddedContext(claim, place.folder()).text(store, note));
            case Strategy.Rollback _ ->
                PromptFrame.after("Everything done for this so far was given up: the files are as they were before the"
                        + " first attempt"
                        + (kept.isEmpty() ? "" : ", except " + String.join(", ", kept) + ", which a person changed")
                        + ". Take another way.");
        };
        return own.and(PromptFrame.after(note));
    }

    private static String oneAtATime(Position position) {
        String first = position.state()
                .bestFailing()
                .flatMap(failing -> failing.stream().sorted().findFirst())
                .orElse("the first failure");
        int others = position.state()
                .bestFailing()
                .map(failing -> failing.size() - 1)
                .orElse(0);
        return "Work on one failure only this time: " + first + ". Make it pass without breaking what passes, then stop"
                + " and report." + (others > 0 ? " The other " + others + " come after it: leave them." : "");
    }
}
