package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.Terminal;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.text.TerminalText;
import java.io.Console;
import java.util.List;
import java.util.Optional;

/** Puts a run's questions to the person at the terminal. */
public final class TerminalAnswers {

    private TerminalAnswers() {}

    /** Asks until the answer is one; false when nobody is there, and then it is said how to answer. */
    public static boolean answered(
            Engine engine, String runId, Screen shown, String questionId, List<String> choices, String goOn) {
        shown.flush();
        String way = String.join("|", choices);
        Optional<Console> terminal = Terminal.find();
        while (terminal.isPresent()) {
            String answer = terminal.get().readLine("[%s] ", TerminalText.clean(way));
            if (answer == null) {
                break;
            }
            try {
                engine.answer(runId, questionId, answer, "the terminal");
                return true;
            } catch (IllegalArgumentException e) {
                shown.line(shown.yellow(String.valueOf(e.getMessage())));
                shown.flush();
            }
        }
        shown.line(shown.yellow("It waits. Answer with: mulligan answer " + questionId + " " + way + ", then " + goOn));
        return false;
    }
}
