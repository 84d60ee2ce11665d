package dev.mulligan.orchestrator.operation;

import dev.mulligan.adapt.Strategy;
import dev.mulligan.agent.Prompt;
import dev.mulligan.explain.Explanation;
import dev.mulligan.explain.ToolError;
import dev.mulligan.learn.Lessons;
import java.util.List;
import java.util.Optional;

/**
 * What a fixer is asked this time.
 *
 * @param problem what was wrong with the fix before, if it could not be used
 * @param lessons what was learnt about this failure before
 * @param earlier tries of this operation, oldest first
 */
record FixRequest(
        Explanation failure,
        int attempt,
        int of,
        Optional<String> problem,
        Strategy strategy,
        List<Lessons.Lesson> lessons,
        List<ExecReport.Try> earlier) {

    private static final int MOST_ERROR_CHARS = 24_000;
    private static final int MOST_EARLIER = 10;

    Prompt prompt(String task) {
        String whole = switch (strategy) {
            case Strategy.Reword reword -> join(reword.prefix(), task, reword.suffix());
            case Strategy.Incremental _ -> join("", task, oneAtATime());
            case Strategy.Retry _ -> task;
            case Strategy.AddContext _ -> task;
            case Strategy.Rollback _ -> task;
        };
        Optional<String> output = strategy instanceof Strategy.AddContext && !earlier.isEmpty()
                ? Optional.of(history())
                : Optional.empty();
        String hint = join(
                known(),
                problem.map(text -> "Your last fix could not be used: " + text).orElse(""),
                "");
        return Prompt.first(whole)
                .after(new Prompt.RetryContext(attempt, of, failure.actionable(MOST_ERROR_CHARS), output, hint));
    }

    Optional<String> model() {
        return strategy instanceof Strategy.Reword reword ? reword.model() : Optional.empty();
    }

    Optional<Double> temperature() {
        return strategy instanceof Strategy.Reword reword ? reword.temperature() : Optional.empty();
    }

    /** Known fixes come first: they are the cheapest thing to try. */
    private String known() {
        StringBuilder text = new StringBuilder();
        for (Lessons.Lesson lesson : lessons) {
            String about = lesson.isExact() ? "This very failure" : "A failure like this";
            lesson.learnt()
                    .worked()
                    .ifPresentOrElse(
                            worked -> text.append(about)
                                    .append(" was overcome before (")
                                    .append(lesson.learnt().id())
                                    .append("): ")
                                    .append(worked)
                                    .append(". Try that first. "),
                            () -> text.append(about)
                                    .append(" was met before and these did not help: ")
                                    .append(String.join("; ", lesson.learnt().tried()))
                                    .append(". "));
        }
        return text.toString().strip();
    }

    private String oneAtATime() {
        String first = failure.errors().stream()
                .findFirst()
                .flatMap(ToolError::test)
                .or(() -> failure.failing().stream().findFirst())
                .orElse("the first failure");
        return "Work on one failure only this time: " + first
                + ". Make it pass, then stop and report; leave the others.";
    }

    private String history() {
        StringBuilder text = new StringBuilder();
        for (ExecReport.Try one : earlier.subList(Math.max(0, earlier.size() - MOST_EARLIER), earlier.size())) {
            text.append("Attempt ").append(one.attempt()).append(": ");
            one.fix()
                    .ifPresent(
                            fix -> text.append("after the fix \"").append(fix).append("\" "));
            text.append(one.summary()).append('\n');
        }
        return text.append(failure.stdoutTail()).append(failure.stderrTail()).toString();
    }

    private static String join(String before, String text, String after) {
        return (before.isBlank() ? "" : before + " ") + text + (after.isBlank() ? "" : " " + after);
    }
}
