package dev.mulligan.orchestrator.advice;

import dev.mulligan.event.Event;
import dev.mulligan.orchestrator.journal.JournalEntry;
import dev.mulligan.orchestrator.journal.JournalEntry.Advised;
import dev.mulligan.orchestrator.journal.JournalEntry.Answered;
import dev.mulligan.orchestrator.journal.JournalEntry.Asked;
import dev.mulligan.orchestrator.journal.JournalEntry.Chosen;
import dev.mulligan.orchestrator.journal.JournalEntry.Conflicting;
import dev.mulligan.orchestrator.journal.JournalEntry.Question;
import dev.mulligan.orchestrator.journal.JournalText;
import dev.mulligan.orchestrator.journal.Position;
import dev.mulligan.orchestrator.journal.RunLog;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.run.StepScope;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.record.QuestionEvent.QuestionAnswered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Answers to the questions of steps: a person's, or that of time. */
public final class QuestionAnswers {

    private static final List<String> YES = List.of("yes", "y", "true", "ok");

    private final RunLog log;

    public QuestionAnswers(RunLog log) {
        this.log = log;
    }

    /** How long a question waits. */
    public static Duration patience(Plan plan, JournalEntry question) {
        return question instanceof Advised
                ? plan.strategies().timeout().orElse(plan.questions().timeout())
                : plan.questions().timeout();
    }

    /** The question a step waits with. */
    public Optional<Question> open(StepScope scope) {
        List<JournalEntry> journal = log
                .flows()
                .journal(scope.runId(), scope.step().id())
                .stream()
                .map(JournalText::read)
                .toList();
        return at(scope, journal).question();
    }

    private static Position at(StepScope scope, List<JournalEntry> journal) {
        return Position.of(
                scope.machine(), scope.step().level().orElse(scope.plan().level()), journal);
    }

    /**
     * Puts an answer on record.
     *
     * @throws IllegalArgumentException when it answers nothing
     */
    public void answer(RunLog.Writing writing, StepScope scope, Question question, String answer, String by) {
        switch (question) {
            case Asked asked ->
                decide(writing, scope, asked, YES.contains(answer.toLowerCase(Locale.ROOT)), answer, by);
            case Advised advised ->
                choose(writing, scope, advised, StrategyChoices.answered(scope, advised, answer, by));
            case Conflicting conflicting -> Conflicts.answer(writing, scope, conflicting, answer, by);
        }
    }

    /** Nobody answered in time: what the plan says counts. */
    public void byTime(StepScope scope, Position position, Question question) {
        String nobody = "nobody within " + PolicyText.duration(patience(scope.plan(), question));
        log.write(scope.runId(), "answering a question", writing -> {
            switch (question) {
                case Asked asked -> {
                    boolean yes = scope.plan().questions().yes();
                    decide(writing, scope, asked, yes, yes ? "yes" : "no", nobody);
                }
                case Advised advised ->
                    choose(
                            writing,
                            scope,
                            advised,
                            StrategyChoices.otherwise(
                                    scope, position.command(), advised.recommended(), nobody, advised.tree()));
                case Conflicting conflicting -> Conflicts.answer(writing, scope, conflicting, Conflicts.LEAVE, nobody);
            }
            return true;
        });
    }

    private static void decide(
            RunLog.Writing writing, StepScope scope, Asked asked, boolean yes, String answer, String by) {
        List<Event> events = new ArrayList<>();
        events.add(new QuestionAnswered(asked.questionId(), answer, by));
        events.addAll(yes ? asked.whenYes() : asked.whenNo());
        record(writing, scope, new Answered(asked.questionId(), yes), events);
    }

    private static void choose(RunLog.Writing writing, StepScope scope, Advised advised, Chosen chosen) {
        record(
                writing,
                scope,
                chosen,
                List.of(
                        new QuestionAnswered(advised.questionId(), chosen.strategy(), chosen.by()),
                        FailureAdviser.applied(scope, chosen, advised.attempt())));
    }

    private static void record(RunLog.Writing writing, StepScope scope, JournalEntry entry, List<Event> events) {
        writing.journal(scope.runId(), scope.step().id(), entry);
        writing.append(scope.runId(), events);
    }
}
