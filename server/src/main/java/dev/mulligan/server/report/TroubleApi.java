package dev.mulligan.server.report;

import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.Reply;
import dev.mulligan.server.http.ServerContext;
import dev.mulligan.store.report.AnalyticsQuery;
import dev.mulligan.store.report.Incident;
import dev.mulligan.store.report.RecoveryOutcome;
import dev.mulligan.store.report.TroubledRow;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What failed at least once: a list with filters, and incidents. */
public final class TroubleApi {

    private static final Duration USUAL_RANGE = Duration.ofDays(7);
    private static final int MOST_INCIDENTS = 100;
    private static final int SHOWN_OF_INCIDENT = 200;

    private final ServerContext context;

    public TroubleApi(ServerContext context) {
        this.context = context;
    }

    private static RecoveryOutcome outcome(String name) {
        return RecoveryOutcome.ofWireName(name)
                .orElseThrow(() -> Problem.field("outcome", "outcome: is recovered, lost or refused"));
    }

    public Reply list(Call call) {
        int limit = call.number("limit", 100, 500);
        Instant to = call.time("to").orElseGet(context.time()::now);
        AnalyticsQuery query = AskedHistory.query(call, call.time("from").orElse(to.minus(USUAL_RANGE)), to);
        List<TroubledRow> rows = context.store()
                .troubles()
                .list(query, call.asked("outcome").map(TroubleApi::outcome), call.time("cursor"), limit + 1);
        boolean more = rows.size() > limit;
        List<TroubledRow> page = more ? rows.subList(0, limit) : rows;
        return Reply.json(Json.object(
                "failures",
                page.stream().map(TroubleApi::row).toList(),
                "next",
                more ? Optional.of(page.getLast().at()) : Optional.empty()));
    }

    static JsonObject row(TroubledRow row) {
        return Json.object(
                "id",
                row.runId() + "/" + row.seq(),
                "at",
                row.at(),
                "layer",
                row.subject().layer(),
                "outcome",
                row.outcome().wireName(),
                "provider",
                row.subject().provider(),
                "project",
                row.subject().project(),
                "model",
                row.subject().model(),
                "stage",
                row.subject().stage(),
                "session",
                row.subject().session(),
                "runId",
                row.runId(),
                "operationId",
                row.subject().operationId(),
                "failureType",
                row.lastFailure().type(),
                "status",
                row.lastFailure().status(),
                "failedAttempts",
                row.price().failedAttempts(),
                "recoveryMs",
                row.price().recoveryMs(),
                "costMicros",
                row.price().costMicros(),
                "wastedMicros",
                row.price().wastedMicros(),
                "message",
                row.lastFailure().message());
    }

    public Reply incidents(Call call) {
        Instant to = call.time("to").orElseGet(context.time()::now);
        Instant from = call.time("from").orElse(to.minus(USUAL_RANGE));
        AskedHistory.inOrder(from, to);
        return Reply.json(Json.object(
                "from",
                from,
                "to",
                to,
                "incidents",
                context.store().troubles().incidents(from, to, MOST_INCIDENTS).stream()
                        .map(TroubleApi::incident)
                        .toList()));
    }

    public Reply incident(Call call) {
        String id = call.part("id");
        Incident incident = context.store()
                .troubles()
                .incident(id, context.time().now())
                .orElseThrow(() -> Problem.notFound("there is no incident '" + id + "'"));
        return Reply.json(Json.object(
                "incident",
                incident(incident),
                "failures",
                context.store().troubles().of(incident, SHOWN_OF_INCIDENT).stream()
                        .map(TroubleApi::row)
                        .toList()));
    }

    static JsonObject incident(Incident incident) {
        return Json.object(
                "id",
                incident.id(),
                "layer",
                incident.layer(),
                "provider",
                incident.provider(),
                "failureType",
                incident.failureType(),
                "from",
                incident.from(),
                "to",
                incident.to(),
                "recovered",
                incident.recovered(),
                "lost",
                incident.lost(),
                "refused",
                incident.refused(),
                "sessions",
                incident.sessions(),
                "recoveryMs",
                incident.recoveryMs(),
                "wastedMicros",
                incident.wastedMicros(),
                "ongoing",
                incident.ongoing());
    }
}
