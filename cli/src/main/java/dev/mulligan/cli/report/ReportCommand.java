package dev.mulligan.cli.report;

import dev.mulligan.Recovery;
import dev.mulligan.attempt.GaveUpException;
import dev.mulligan.cli.support.Choices;
import dev.mulligan.cli.support.Command;
import dev.mulligan.cli.support.ExitCode;
import dev.mulligan.cli.support.Folders;
import dev.mulligan.cli.support.Screen;
import dev.mulligan.cli.support.StorePlace;
import dev.mulligan.cli.support.TimeText;
import dev.mulligan.cli.support.UserError;
import dev.mulligan.config.Config;
import dev.mulligan.failure.FailureType;
import dev.mulligan.policy.PolicyTemplates;
import dev.mulligan.policy.RetryPolicy;
import dev.mulligan.store.EventStore;
import dev.mulligan.store.report.AlertWebhook;
import dev.mulligan.store.report.AnalyticsQuery;
import dev.mulligan.store.report.Report;
import dev.mulligan.store.report.ReportHtml;
import dev.mulligan.store.report.ReportJson;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mulligan report}: what fails, why, how often, at what cost. */
@picocli.CommandLine.Command(
        name = "report",
        description = "Shows what fails, why, how often, at what cost, and how much of it was recovered.",
        footer = {
            "",
            "Reads the store, after bringing in what is new in the traces.",
            "",
            "Examples:",
            "  mulligan report --since 7d",
            "  mulligan report --since 2026-01-01 --project shop --json",
            "  mulligan report --html report.html",
            "",
            "Exit codes: 0 shown, 2 wrong usage or no store."
        })
public final class ReportCommand extends Command {

    @Mixin
    StorePlace place = new StorePlace();

    @Option(names = "--since", paramLabel = "TIME", description = "From when: 7d, 24h, a date. Default 30d.")
    String since = "30d";

    @Option(names = "--until", paramLabel = "TIME", description = "Until when; default now.")
    @SuppressWarnings("NullAway.Init")
    String until;

    @Option(names = "--project", paramLabel = "NAME", description = "Only this project.")
    @SuppressWarnings("NullAway.Init")
    String project;

    @Option(names = "--model", paramLabel = "NAME", description = "Only this model.")
    @SuppressWarnings("NullAway.Init")
    String model;

    @Option(names = "--stage", paramLabel = "NAME", description = "Only this stage.")
    @SuppressWarnings("NullAway.Init")
    String stage;

    @Option(
            names = "--layer",
            paramLabel = "provider|attempt",
            description = "Only requests, or only attempts of steps.")
    @SuppressWarnings("NullAway.Init")
    String layer;

    @Option(names = "--type", paramLabel = "NAME", description = "Only this failure type.")
    @SuppressWarnings("NullAway.Init")
    String type;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Option(names = "--csv", description = "Print CSV, a row for each name of each dimension.")
    boolean csv;

    @Option(names = "--ndjson", description = "The same rows, one JSON object a line.")
    boolean ndjson;

    @Option(names = "--html", paramLabel = "FILE", description = "Write one HTML file with charts.")
    @SuppressWarnings("NullAway.Init")
    Path html;

    @Option(
            names = "--notify",
            description = "Also send alerts that are new to the webhook set as alerts.webhook in mulligan.yaml.")
    boolean notify;

    @Override
    public Integer call() throws IOException {
        Folders.requireFolderOf("--html", html);
        Instant now = Instant.now();
        AnalyticsQuery question = new AnalyticsQuery(
                TimeText.parse("--since", since, now),
                until == null ? now : TimeText.parse("--until", until, now),
                Optional.ofNullable(project),
                Optional.ofNullable(model),
                Optional.ofNullable(stage),
                Choices.of("--layer", layer, AnalyticsQuery.LAYERS),
                Choices.of("--type", type, FailureType.wireNames()));
        Config config = config();
        Report report = place.with(errors(), environment(), store -> {
            Report found = store.analytics().report(question, config.allModels());
            if (notify) {
                tell(store, found, config, now);
            }
            return found;
        });
        show(report);
        return ExitCode.OK;
    }

    private void tell(EventStore store, Report report, Config config, Instant now) {
        URI webhook = config.alertWebhook()
                .orElseThrow(() -> new UserError(
                        "--notify needs to know whom to tell",
                        "Set alerts: {webhook: URL} in mulligan.yaml, and run `mulligan trust`."));
        RetryPolicy policy = PolicyTemplates.get("default").maxAttempts(4).deadline(Duration.ofSeconds(30));
        try {
            store.alerts().tell(report.alerts(), now, new AlertWebhook(webhook, Recovery.of(policy)));
        } catch (GaveUpException e) {
            errors().line(errors().yellow("mulligan: the alerts could not be sent and will be next time: "
                    + e.failure().message()));
        }
    }

    private void show(Report report) throws IOException {
        Screen screen = screen();
        if (html != null) {
            Files.writeString(html, ReportHtml.page(report, "Mulligan report"));
            screen.line("wrote " + html);
        } else if (json) {
            screen.line(Json.write(ReportJson.of(report)));
        } else if (ndjson) {
            ReportJson.rows(report).forEach(row -> screen.line(Json.write(row)));
        } else if (csv) {
            csv(ReportJson.rows(report), screen);
        } else {
            new ReportScreen(screen).print(report);
        }
    }

    private static void csv(List<JsonObject> rows, Screen screen) {
        if (!rows.isEmpty()) {
            screen.line(String.join(",", rows.getFirst().members().keySet()));
        }
        rows.forEach(row -> screen.line(row.members().values().stream()
                .map(value -> cell(String.valueOf(value)))
                .collect(Collectors.joining(","))));
    }

    /** Quoted where needed; a leading sign is defused, because spreadsheets would calculate with it. */
    private static String cell(String text) {
        String safe = !text.isEmpty() && "=+@-".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        boolean plain = safe.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? safe : "\"" + safe.replace("\"", "\"\"") + "\"";
    }
}
