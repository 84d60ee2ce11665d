package dev.mulligan.cli.run;

import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.TimeText;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.event.Views;
import dev.mulligan.store.run.FlowRow;
import dev.mulligan.store.run.FlowStepRow;
import dev.mulligan.store.run.Flows;
import dev.mulligan.text.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mulligan status}. */
@picocli.CommandLine.Command(
        name = "status",
        description = "Shows runs and their steps.",
        footer = {
            "",
            "Examples:",
            "  mulligan status",
            "  mulligan status 20261116-014501-3fa2b1 --json",
            "  mulligan status --cluster --store postgres://mulligan@db/mulligan"
        })
public final class StatusCommand extends Command {

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "One run with its steps; default: the newest runs.")
    @Nullable
    String run;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Option(names = "--cluster", description = "Show the workers that hold steps now, and how many steps wait.")
    boolean cluster;

    @Mixin
    RunPlace place = new RunPlace();

    @Override
    public Integer call() {
        if (cluster && run != null) {
            throw new UserError("--cluster is about all runs, not about " + run, "Leave one of them out.");
        }
        try (EventStore store = place.open(environment())) {
            Flows flows = store.flows();
            if (cluster) {
                new ClusterStatus(store.name(), flows.held()).print(screen(), json);
                return ExitCode.OK;
            }
            List<FlowRow> rows =
                    run == null ? flows.newest(20) : flows.find(run).stream().toList();
            if (run != null && rows.isEmpty()) {
                throw new UserError("there is no run " + run, "`mulligan status` lists the runs.");
            }
            if (json) {
                screen().line(Json.write(
                        rows.stream().map(row -> json(store, row)).toList()));
                return ExitCode.OK;
            }
            if (rows.isEmpty()) {
                screen().line("No runs yet. Start one with `mulligan run plan.yaml`.");
            }
            rows.forEach(row -> print(screen(), store, row));
            return ExitCode.OK;
        }
    }

    private static String state(EventStore store, FlowRow row) {
        return store.views()
                .run(row.runId())
                .map(Views.Run::status)
                .orElse(row.status().toString());
    }

    private static List<Views.OpenQuestion> questions(EventStore store, FlowRow row) {
        return store.views().questions(1_000).stream()
                .filter(question ->
                        question.answeredAt().isEmpty() && question.runId().equals(row.runId()))
                .toList();
    }

    private static Object json(EventStore store, FlowRow row) {
        Flows flows = store.flows();
        Flows.Spent spent = flows.spent(row.runId());
        return Json.object(
                "runId", row.runId(),
                "status", state(store, row),
                "startedAt", row.createdAt().toString(),
                "attempts", spent.attempts(),
                "costMicros", spent.costMicros(),
                "questions",
                        questions(store, row).stream()
                                .map(question -> Json.object(
                                        "id", question.id(),
                                        "text", question.text(),
                                        "choices", question.choices()))
                                .toList(),
                "steps",
                        flows.steps(row.runId()).stream()
                                .map(step -> Json.object("id", step.stepId(), "status", step.standing(row.status())))
                                .toList());
    }

    private static void print(Screen screen, EventStore store, FlowRow row) {
        List<FlowStepRow> steps = store.flows().steps(row.runId());
        long done = steps.stream().filter(step -> step.status().isDone()).count();
        String state = state(store, row);
        screen.line(painted(screen, state, Screen.pad(state, 12))
                + screen.bold(row.runId())
                + screen.dim(
                        "  " + done + " of " + steps.size() + " steps, started " + TimeText.second(row.createdAt())));
        steps.forEach(step -> {
            String word = step.standing(row.status());
            screen.line("  " + painted(screen, word, Screen.pad(word, 10)) + step.stepId());
        });
        if (state.equals("interrupted") || state.equals("paused")) {
            screen.line("  mulligan resume " + row.runId() + " goes on, mulligan cancel " + row.runId() + " ends it");
        }
        for (Views.OpenQuestion question : questions(store, row)) {
            screen.line(screen.yellow("  ? " + question.text()));
            screen.line("    mulligan answer " + question.id() + " " + String.join("|", question.choices()));
        }
    }

    private static String painted(Screen screen, String status, String text) {
        return switch (status) {
            case "passed" -> screen.green(text);
            case "failed", "stopped" -> screen.red(text);
            case "paused", "held", "waiting", "interrupted" -> screen.yellow(text);
            default -> screen.cyan(text);
        };
    }
}
