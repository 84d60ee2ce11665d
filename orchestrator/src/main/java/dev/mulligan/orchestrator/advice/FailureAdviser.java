package dev.mulligan.orchestrator.advice;

import dev.mulligan.orchestrator.claim.Claim;
import dev.mulligan.orchestrator.journal.CommandResult;
import dev.mulligan.orchestrator.journal.JournalEntry.Advised;
import dev.mulligan.orchestrator.journal.JournalEntry.Chosen;
import dev.mulligan.orchestrator.journal.JournalEntry.Happened;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.run.AdaptFiles;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepChoice;
import dev.mulligan.orchestrator.step.StepCommand.Diagnose;
import dev.mulligan.orchestrator.step.StepCommand.MakeCandidates;
import dev.mulligan.orchestrator.step.StepCommand.Repair;
import dev.mulligan.orchestrator.step.StepCommand.Stop;
import dev.mulligan.orchestrator.step.StepInput;
import dev.mulligan.orchestrator.step.StopReason;
import dev.mulligan.record.AdaptEvent.StrategyApplied;
import dev.mulligan.record.AdaptEvent.StrategyRecommended;
import dev.mulligan.record.advice.Advice;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows a failed attempt: history is asked for advice, and the advice is taken or put to a person. Both are on
 * record. Nothing here makes a step fail: without advice it goes on by its rules.
 */
public final class FailureAdviser {

    private static final Logger log = LoggerFactory.getLogger(FailureAdviser.class);
    private static final List<StopReason> OPEN_ENDS = List.of(
            StopReason.NON_IMPROVING,
            StopReason.ITERATIONS_USED_UP,
            StopReason.NOT_APPLICABLE,
            StopReason.AGENT_FAILED,
            StopReason.CANDIDATES_FAILED);

    private final AdaptFiles files;

    public FailureAdviser(AdaptFiles files) {
        this.files = files;
    }

    /** The same outcome, with how it goes on. */
    public CommandResult after(Claim claim, CommandResult performed) {
        if (performed.restart() || !(performed.entry() instanceof Happened happened)) {
            return performed;
        }
        try {
            return after(claim, performed, happened, claim.after(happened));
        } catch (IOException | RuntimeException e) {
            log.warn("step {} goes on without advice: {}", claim.scope().step().id(), e.getMessage());
            return performed;
        }
    }

    private CommandResult after(Claim claim, CommandResult performed, Happened happened, Position at)
            throws IOException {
        StepScope scope = claim.scope();
        if (scope.neverRetried()) {
            boolean again = at.command() instanceof Repair
                    || at.command() instanceof Diagnose
                    || (at.command() instanceof MakeCandidates && happened.input() instanceof StepInput.Candidates);
            String why = scope.step().action() + " is set never to be retried";
            return again ? performed.then(new Chosen(StepChoice.NEVER, "configuration", why, "", false)) : performed;
        }
        boolean open = at.command() instanceof Stop stop && OPEN_ENDS.contains(stop.reason());
        boolean failed =
                happened.input() instanceof StepInput.Failed || happened.input() instanceof StepInput.NotApplied;
        if (!open && !failed) {
            return performed;
        }
        String stage = scope.step().action();
        int attempt = at.command() instanceof Repair repair
                ? repair.iteration()
                : at.state().repairs() + 1;
        String signature = at.state().seen().isEmpty() ? "" : at.state().seen().getLast();
        Optional<String> settled = scope.order().beforehand().strategy();
        if (settled.isPresent()) {
            return settled(claim, performed, advised(scope, stage, attempt, signature), at, settled.get());
        }
        return switch (scope.strategies()) {
            case OFF -> performed;
            case AUTO -> taken(claim, performed, advised(scope, stage, attempt, signature), at);
            case DEFAULT -> byDefault(claim, performed, advised(scope, stage, attempt, signature), at);
            case ASK -> asked(claim, performed, advised(scope, stage, attempt, signature), at);
        };
    }

    private Advice advised(StepScope scope, String stage, int attempt, String signature) {
        return files.advise(scope.plan().workspace(), stage, attempt, signature);
    }

    private static StrategyRecommended recommended(StepScope scope, Advice advice) {
        return new StrategyRecommended(
                scope.step().action(),
                advice.strategy(),
                advice.attempt(),
                advice.failureRate(),
                advice.samples(),
                advice.why());
    }

    /** Advice is taken for repairs only: candidates and ends come by the plan's own numbers. */
    private static CommandResult taken(Claim claim, CommandResult performed, Advice advice, Position at) {
        StepScope scope = claim.scope();
        CommandResult told = performed.with(List.of(recommended(scope, advice)));
        if (!(at.command() instanceof Repair)) {
            return told;
        }
        boolean portion = at.state().repaired().portions()
                > claim.position().state().repaired().portions();
        Chosen chosen = portion
                ? StrategyChoices.of(scope, "incremental", "the last portion, which passed", "", "")
                : StrategyChoices.careful(scope, advice.strategy(), "policy", discarded(claim, at));
        return told.with(List.of(applied(scope, chosen, advice.attempt()))).then(chosen);
    }

    private static CommandResult settled(
            Claim claim, CommandResult performed, Advice advice, Position at, String strategy) {
        if (!(at.command() instanceof Repair)) {
            return performed;
        }
        StepScope scope = claim.scope();
        boolean refused = strategy.equals(StepChoice.ROLLBACK)
                && !scope.order().beforehand().mayRollBack();
        Chosen chosen = StrategyChoices.of(
                scope, refused ? StepChoice.RETRY : strategy, "the one who started it", "", discarded(claim, at));
        return performed
                .with(List.of(recommended(scope, advice), applied(scope, chosen, advice.attempt())))
                .then(chosen);
    }

    private static CommandResult byDefault(Claim claim, CommandResult performed, Advice advice, Position at) {
        StepScope scope = claim.scope();
        Chosen chosen = StrategyChoices.otherwise(
                scope, at.command(), advice.strategy(), "default: nobody is there to ask", discarded(claim, at));
        return performed
                .with(List.of(recommended(scope, advice), applied(scope, chosen, advice.attempt())))
                .then(chosen);
    }

    private static CommandResult asked(Claim claim, CommandResult performed, Advice advice, Position at)
            throws IOException {
        StepScope scope = claim.scope();
        String tree = discarded(claim, at);
        List<String> lost = tree.isEmpty()
                ? List.of()
                : claim.home().trees().between(claim.base(), tree).files();
        Advised question = StrategyChoices.question(scope, advice, at, lost.isEmpty() ? "" : tree);
        return performed
                .with(List.of(recommended(scope, advice), StrategyChoices.asked(scope, question, advice, at, lost)))
                .then(question);
    }

    /** What a rollback would give up. */
    private static String discarded(Claim claim, Position at) {
        return Optional.of(at.bestTree())
                .filter(tree -> !tree.isEmpty() && !tree.equals(claim.base()))
                .orElse("");
    }

    static StrategyApplied applied(StepScope scope, Chosen chosen, int attempt) {
        return new StrategyApplied(scope.step().action(), chosen.strategy(), attempt, chosen.by());
    }
}
