package dev.mulligan.cli.report;

import dev.mulligan.cli.support.Choices;
import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.StorePlace;
import dev.mulligan.cli.support.TimeText;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.escalate.Money;
import dev.mulligan.server.run.RunApi;
import dev.mulligan.store.event.RunStanding;
import dev.mulligan.store.event.SessionViews;
import dev.mulligan.store.event.Views;
import dev.mulligan.text.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mulligan history}: what ran. */
@picocli.CommandLine.Command(
        name = "history",
        description = "Lists runs, newest first.",
        footer = {"", "Examples:", "  mulligan history", "  mulligan history --limit 100 --status failed --json"})
public final class HistoryCommand extends Command {

    @Mixin
    StorePlace place = new StorePlace();

    @Option(names = "--limit", paramLabel = "N", description = "How many; default 20.")
    int limit = 20;

    @Option(
            names = "--status",
            paramLabel = "NAME",
            description = "Only running, waiting, held, paused, interrupted, passed, failed or stopped.")
    @SuppressWarnings("NullAway.Init")
    String status;

    @Option(names = "--json", description = "Print JSON, one object a line.")
    boolean json;

    private Optional<RunStanding> standing() {
        Optional<String> word = Optional.ofNullable(status);
        Optional<RunStanding> standing = word.flatMap(RunStanding::of);
        if (standing.isEmpty()) {
            Choices.of(
                    "--status",
                    status,
                    Stream.of(RunStanding.values()).map(RunStanding::wireName).toList());
        }
        return standing;
    }

    @Override
    public Integer call() throws IOException {
        if (limit < 1) {
            throw new UserError("--limit " + limit + " shows nothing", "Give 1 or more.");
        }
        Optional<RunStanding> wanted = standing();
        // What a gateway or a person noted down is kept like a run, and is none.
        List<Views.Run> shown = place.with(
                errors(),
                environment(),
                store -> store.sessions().runs(wanted, Optional.empty(), SessionViews.Cursor.NEWEST, limit));
        Screen screen = screen();
        if (json) {
            shown.forEach(run -> screen.line(Json.write(RunApi.row(run))));
            return ExitCode.OK;
        }
        if (shown.isEmpty()) {
            screen.line(wanted.map(standing -> "No run here is " + standing.wireName() + ".")
                    .orElse("No runs are recorded here yet."));
        }
        shown.forEach(run -> screen.line(Screen.pad(run.id(), 28)
                + Screen.pad(run.status(), 13)
                + Screen.pad(run.level(), 6)
                + Screen.pad(TimeText.second(run.startedAt()), 21)
                + Screen.pad(run.stepsPassed() + " passed, " + run.stepsFailed() + " failed", 22)
                + Screen.pad(new Money(run.costMicros()).toString(), 10)
                + run.project()));
        return ExitCode.OK;
    }
}
