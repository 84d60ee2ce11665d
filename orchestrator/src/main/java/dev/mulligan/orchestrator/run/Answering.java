package dev.mulligan.orchestrator.run;

import dev.mulligan.event.Event;
import dev.mulligan.orchestrator.plan.Plan;
import dev.mulligan.orchestrator.run.JournalEntry.Advised;
import dev.mulligan.orchestrator.run.JournalEntry.Answered;
import dev.mulligan.orchestrator.run.JournalEntry.Asked;
import dev.mulligan.orchestrator.run.JournalEntry.Chosen;
import dev.mulligan.orchestrator.run.JournalEntry.Conflicting;
import dev.mulligan.orchestrator.run.JournalEntry.Question;
import dev.mulligan.policy.PolicyText;
import dev.mulligan.record.QuestionEvent.QuestionAnswered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Answers to the questions of steps: a person's, or that of time. */
final class Answering {

    private static final List<String> YES = List.of("yes", "y", "true", "ok");

    private final RunLog log;

    Answering(RunLog log) {
        this.log = log;
    }

    /** How long a question waits. */
    static Duration patience(Plan plan, JournalEntry question) {
        return question instanceof Advised
                ? plan.strategies().timeout().orElse(plan.questions().timeout())
                : plan.questions().timeout();
    }

    /** The question a step waits with. */
    Optional<Question> open(StepScope scope) {
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
    void answer(RunLog.Writing writing, StepScope scope, Question question, String answer, String by) {
        switch (question) {
            case Asked asked ->
                decide(writing, scope, asked, YES.contains(answer.toLowerCase(Locale.ROOT)), answer, by);
            case Advised advised -> choose(writing, scope, advised, Choices.answered(scope, advised, answer, by));
            case Conflicting conflicting -> Conflicts.answer(writing, scope, conflicting, answer, by);
        }
    }

    /** Nobody answered in time: what the plan says counts. */
    void byTime(StepScope scope, Position position, Question question) {
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
                            Choices.otherwise(
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
                        Advising.applied(scope, chosen, advised.attempt())));
    }

    private static void record(RunLog.Writing writing, StepScope scope, JournalEntry entry, List<Event> events) {
        writing.journal(scope.runId(), scope.step().id(), entry);
        writing.append(scope.runId(), events);
    }
}
