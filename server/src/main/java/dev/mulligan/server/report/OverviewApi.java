package dev.mulligan.server.report;

import dev.mulligan.escalate.Model;
import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Reply;
import dev.mulligan.server.http.ServerContext;
import dev.mulligan.server.session.LiveRequests;
import dev.mulligan.store.event.SessionViews;
import dev.mulligan.store.event.Views;
import dev.mulligan.store.report.AnalyticsQuery;
import dev.mulligan.store.report.RecoveryOutcome;
import dev.mulligan.store.report.Report;
import dev.mulligan.store.report.ReportJson;
import dev.mulligan.store.report.ReportTally;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The landing page: is anything wrong now, what was rescued and lost, what runs. */
public final class OverviewApi {

    private static final int NEWEST = 10;
    private static final int RUNS_LOOKED_AT = 200;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final ServerContext context;
    private final LiveRequests live;

    public OverviewApi(ServerContext context, LiveRequests live) {
        this.context = context;
        this.live = live;
    }

    public Reply now(Call call) {
        Instant now = context.time().now();
        Report day = report(now.minus(DAY), now);
        Report hour = report(now.minus(HOUR), now);
        AnalyticsQuery ever = AnalyticsQuery.between(Instant.EPOCH, now.plus(HOUR));
        return Reply.json(Json.object(
                "now",
                now,
                "hour",
                figures(hour),
                "day",
                figures(day),
                "dayBefore",
                figures(report(now.minus(DAY.multipliedBy(2)), now.minus(DAY))),
                "series",
                day.series().entrySet().stream()
                        .map(entry -> Json.object("at", entry.getKey(), "figures", ReportJson.tally(entry.getValue())))
                        .toList(),
                "health",
                day.byModel().entrySet().stream()
                        .map(entry -> health(entry.getKey(), entry.getValue(), hour.byModel()))
                        .toList(),
                "circuits",
                live.openCircuits().entrySet().stream()
                        .map(entry -> Json.object("scope", entry.getKey(), "probeAt", entry.getValue()))
                        .toList(),
                "rateWindows",
                live.rateWindows(now).entrySet().stream()
                        .map(entry -> window(entry.getKey(), entry.getValue()))
                        .toList(),
                "rescues",
                newest(ever, RecoveryOutcome.RECOVERED),
                "losses",
                newest(ever, RecoveryOutcome.LOST),
                "incidents",
                context.store().troubles().incidents(now.minus(DAY), now, 5).stream()
                        .map(TroubleApi::incident)
                        .toList(),
                "runs",
                context.store().sessions().runs(SessionViews.Cursor.NEWEST, RUNS_LOOKED_AT).stream()
                        .filter(run -> !run.standing().isOver())
                        .limit(NEWEST)
                        .map(OverviewApi::run)
                        .toList(),
                "unpriced",
                day.unpriced(),
                "alerts",
                day.alerts().stream().map(Report.Alert::sentence).toList()));
    }

    private static JsonObject window(LiveRequests.Place place, LiveRequests.Told told) {
        return Json.object(
                "upstream",
                place.upstream(),
                "model",
                place.model(),
                "what",
                told.window().what(),
                "share",
                told.window().share(),
                "left",
                told.window().left(),
                "limit",
                told.window().limit(),
                "resetsAt",
                told.window().resetsAt(),
                "toldAt",
                told.at());
    }

    private Report report(Instant from, Instant to) {
        return context.store()
                .analytics()
                .report(AnalyticsQuery.between(from, to), context.options().models());
    }

    private List<JsonObject> newest(AnalyticsQuery ever, RecoveryOutcome outcome) {
        return context.store().troubles().list(ever, Optional.of(outcome), Optional.empty(), NEWEST).stream()
                .map(TroubleApi::row)
                .toList();
    }

    private static JsonObject figures(Report report) {
        return Json.object(
                "total",
                ReportJson.tally(report.total()),
                "requests",
                ReportJson.tally(report.byLayer().getOrDefault("provider", ReportTally.NONE)),
                "attempts",
                ReportJson.tally(report.byLayer().getOrDefault("attempt", ReportTally.NONE)),
                "runsStarted",
                report.runs().map(Report.Runs::started));
    }

    private JsonObject health(String model, ReportTally day, Map<String, ReportTally> hour) {
        ReportTally now = hour.getOrDefault(model, ReportTally.NONE);
        return Json.object(
                "model",
                model,
                "provider",
                context.options().models().find(model).map(Model::provider).map(Object::toString),
                "hour",
                ReportJson.tally(now),
                "day",
                ReportJson.tally(day));
    }

    private static JsonObject run(Views.Run run) {
        return Json.object(
                "id",
                run.id(),
                "name",
                run.name(),
                "project",
                run.project(),
                "status",
                run.status(),
                "startedAt",
                run.startedAt(),
                "stepsPassed",
                run.stepsPassed(),
                "stepsFailed",
                run.stepsFailed());
    }
}
