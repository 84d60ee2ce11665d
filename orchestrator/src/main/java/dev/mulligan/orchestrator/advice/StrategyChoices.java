package dev.mulligan.orchestrator.advice;

import dev.mulligan.orchestrator.journal.AttemptNote;
import dev.mulligan.orchestrator.journal.JournalEntry.Advised;
import dev.mulligan.orchestrator.journal.JournalEntry.Chosen;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.plan.Strategies;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.orchestrator.step.StepChoice;
import dev.mulligan.orchestrator.step.StepCommand;
import dev.mulligan.orchestrator.step.StepCommand.Repair;
import dev.mulligan.orchestrator.step.StepCommand.Stop;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.record.QuestionEvent.QuestionAsked;
import dev.mulligan.record.advice.Advice;
import dev.mulligan.record.advice.Strategy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The ways a failed step may go on, as a question and as answers. */
final class StrategyChoices {

    private static final int MOST_CONTEXT_CHARS = 4_000;
    private static final int MOST_FILES = 20;

    private StrategyChoices() {}

    static Chosen of(StepScope scope, String strategy, String by, String note, String tree) {
        boolean fresh = scope.adapt()
                .strategy(strategy)
                .filter(known -> known instanceof Strategy.Reword reword && reword.freshContext())
                .isPresent();
        return new Chosen(strategy, by, note, strategy.equals(StepChoice.ROLLBACK) ? tree : "", fresh);
    }

    /** Takes the advice, but never gives up before the step's own limits and takes no work back without a word. */
    static Chosen careful(StepScope scope, String advised, String by, String tree) {
        if (advised.equals(Advice.ABORT)) {
            return of(scope, StepChoice.RETRY, by, "", "");
        }
        if (advised.equals(StepChoice.ROLLBACK) && !scope.order().beforehand().mayRollBack()) {
            return of(scope, StepChoice.RETRY, by + " (a rollback needs a person's word or --yes)", "", "");
        }
        return of(scope, advised, by, "", tree);
    }

    /** What counts without an answer. It never adds an attempt to what the plan allows. */
    static Chosen otherwise(StepScope scope, StepCommand due, String advised, String by, String tree) {
        String word = scope.plan().strategies().otherwise();
        if (word.equals(StepChoice.SKIP) || (word.equals(StepChoice.ABORT) && !(due instanceof Stop))) {
            return of(scope, word, by, "", "");
        }
        if (!(due instanceof Repair)) {
            return of(scope, StepChoice.AS_DUE, by, "", "");
        }
        return word.equals(Strategies.RECOMMENDED)
                ? careful(scope, advised, by, tree)
                : of(scope, StepChoice.RETRY, by, "", "");
    }

    static Advised question(StepScope scope, Advice advice, Position at, String tree) {
        Set<String> choices = new LinkedHashSet<>();
        if (!advice.strategy().equals(Advice.ABORT)) {
            choices.add(advice.strategy());
        }
        choices.add(StepChoice.RETRY);
        advice.options().forEach(option -> choices.add(option.strategy()));
        if (tree.isEmpty()) {
            choices.remove(StepChoice.ROLLBACK);
        } else {
            choices.add(StepChoice.ROLLBACK);
        }
        choices.add(StepChoice.SKIP);
        choices.add(StepChoice.ABORT);
        String id = "q-" + scope.runId() + "-" + scope.step().id() + "-way-"
                + (at.attempts() + at.state().repairs());
        return new Advised(id, advice.attempt(), advice.strategy(), List.copyOf(choices), tree);
    }

    static QuestionAsked asked(StepScope scope, Advised question, Advice advice, Position at, List<String> lost) {
        StringBuilder text = new StringBuilder("Step ")
                .append(scope.step().id())
                .append(" failed: ")
                .append(firstLine(at))
                .append(". Recommended: ")
                .append(advice.strategy().equals(Advice.ABORT) ? "to abort or skip" : advice.strategy())
                .append(" (")
                .append(advice.why())
                .append(").");
        if (!lost.isEmpty()) {
            text.append(" A rollback gives up the changes to ")
                    .append(String.join(", ", lost.subList(0, Math.min(MOST_FILES, lost.size()))))
                    .append(lost.size() > MOST_FILES ? " and " + (lost.size() - MOST_FILES) + " more" : "")
                    .append('.');
        }
        return new QuestionAsked(
                question.questionId(),
                text.append(" How shall it go on? ")
                        .append(silence(scope, question, at))
                        .toString(),
                question.choices(),
                at.note().substring(0, Math.min(MOST_CONTEXT_CHARS, at.note().length())));
    }

    private static String silence(StepScope scope, Advised question, Position at) {
        String word =
                otherwise(scope, at.command(), question.recommended(), "", "").strategy();
        String then = !word.equals(StepChoice.AS_DUE)
                ? ": " + word
                : at.command() instanceof Stop stop ? " it stays failed: " + stop.why() : " candidates are made";
        return "(Without an answer within " + PolicyText.duration(QuestionAnswers.patience(scope.plan(), question))
                + then + ")";
    }

    private static String firstLine(Position at) {
        String said = at.note().isBlank() ? "no reason is known" : AttemptNote.headline(at.note());
        return said.endsWith(".") ? said.substring(0, said.length() - 1) : said;
    }

    /**
     * An answer as typed: a word, and after a colon what the agent should know.
     *
     * @throws IllegalArgumentException when there is no such choice
     */
    static Chosen answered(StepScope scope, Advised question, String answer, String by) {
        int colon = answer.indexOf(':');
        String word = (colon < 0 ? answer : answer.substring(0, colon)).strip().toLowerCase(Locale.ROOT);
        String note = colon < 0 ? "" : answer.substring(colon + 1).strip();
        String choice = switch (word) {
            case "", "y", "yes" -> recommended(question, word);
            case "r" -> StepChoice.RETRY;
            case "s" -> StepChoice.SKIP;
            case "a", "n", "no" -> StepChoice.ABORT;
            default -> word;
        };
        return known(scope, question, choice, note, by);
    }

    private static String recommended(Advised question, String word) {
        if (question.recommended().equals(StepChoice.ROLLBACK) && word.isEmpty()) {
            throw new IllegalArgumentException("a rollback gives up work: type rollback, or another choice");
        }
        return question.recommended().equals(Advice.ABORT) ? StepChoice.ABORT : question.recommended();
    }

    private static Chosen known(StepScope scope, Advised question, String choice, String note, String by) {
        boolean known = question.choices().contains(choice)
                || (scope.adapt().strategy(choice).isPresent() && !choice.equals(StepChoice.ROLLBACK));
        if (!known) {
            throw new IllegalArgumentException("'" + choice + "' is no answer to this question; there are "
                    + String.join(", ", question.choices()));
        }
        return of(scope, choice, by, note, question.tree());
    }
}
