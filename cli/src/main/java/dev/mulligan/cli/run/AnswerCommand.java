package dev.mulligan.cli.run;

import dev.mulligan.attempt.Time;
import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.orchestrator.engine.Engine;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.run.FlowRow;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code mulligan answer}. */
@picocli.CommandLine.Command(
        name = "answer",
        description = "Answers a question a run is waiting with.",
        footer = {
            "",
            "The run goes on in the program that carries it out; where none does, with `mulligan resume`.",
            "",
            "Examples:",
            "  mulligan answer q-20261116-014501-3fa2b1-fix-2-7 yes",
            "  mulligan answer q-20261116-014501-3fa2b1-fix-way-2 add-context",
            "  mulligan answer q-20261116-014501-3fa2b1-fix-way-2 'retry: the format is in docs/format.md'"
        })
public final class AnswerCommand extends Command {

    @Parameters(index = "0", paramLabel = "QUESTION", description = "The question's id.")
    String question = "";

    @Parameters(
            index = "1",
            paramLabel = "ANSWER",
            description = "One of the choices; after a colon may follow what the agent should know.")
    String answer = "";

    @Mixin
    RunPlace place = new RunPlace();

    @Override
    public Integer call() throws InterruptedException {
        try (EventStore store = place.open(environment())) {
            String runId = store.flows().newest(1_000).stream()
                    .map(FlowRow::runId)
                    .filter(id -> question.startsWith("q-" + id + "-"))
                    .findFirst()
                    .orElseThrow(() -> new UserError(
                            "there is no question " + question, "`mulligan watch` shows what a run asks."));
            RunProgressProbe goingOn = new RunProgressProbe(store, runId, Time.system());
            Engine.answer(place.setup(store, config(), environment()), runId, question, answer, "mulligan answer");
            screen().line("answered; " + goingOn.found());
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw new UserError(
                    String.valueOf(e.getMessage()), "`mulligan status RUN` shows what waits for an answer.");
        }
    }
}
