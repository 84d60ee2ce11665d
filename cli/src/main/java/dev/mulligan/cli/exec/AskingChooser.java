package dev.mulligan.cli.exec;

import dev.mulligan.adapt.Advice;
import dev.mulligan.orchestrator.operation.ExecChooser;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Asks the person at the terminal. An empty answer takes the advice. */
final class AskingChooser implements ExecChooser {

    private static final String PERSON = "person";

    private final UnaryOperator<String> ask;

    AskingChooser(UnaryOperator<String> ask) {
        this.ask = ask;
    }

    @Override
    public Choice choose(Advice advice, String failure) {
        boolean abort = advice.strategy().equals(Advice.ABORT);
        String question = "Recommended: " + advice.strategy() + " (" + advice.why() + ").\n"
                + "[enter] do that, [r]etry as before, [s]kip, [a]bort, or the name of a strategy: ";
        String answer = ask.apply(question).strip().toLowerCase(Locale.ROOT);
        return switch (answer) {
            case "", "y", "yes" -> abort ? new Choice.Abort(PERSON) : new Choice.Use(advice.strategy(), PERSON);
            case "r", "retry" -> new Choice.Use(Advice.RETRY, PERSON);
            case "s", "skip" -> new Choice.Skip(PERSON);
            case "a", "abort", "n", "no" -> new Choice.Abort(PERSON);
            default -> new Choice.Use(answer, PERSON);
        };
    }

    @Override
    public boolean mayRollBack(List<String> files) {
        String answer = ask.apply("This takes back all changes to " + String.join(", ", files)
                + " (a checkpoint of them is kept). Type yes to do it: ");
        return answer.strip().equalsIgnoreCase("yes");
    }
}
