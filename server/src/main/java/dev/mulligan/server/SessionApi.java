package dev.mulligan.server;

import dev.mulligan.gateway.session.SessionView;
import dev.mulligan.store.SessionViews;
import dev.mulligan.store.SessionViews.SessionRow;
import dev.mulligan.wire.Json;
import dev.mulligan.wire.JsonObject;
import java.util.List;
import java.util.Optional;

/** Sessions: the list, and one with all that happened in it. */
final class SessionApi {

    /** About a hundred requests: more than anybody reads at once, and a page that is there at once. */
    private static final int EVENTS_SHOWN = 200;

    private static final int MOST_EVENTS = 5_000;

    private final Desk desk;
    private final SessionModels models;

    SessionApi(Desk desk) {
        this.desk = desk;
        this.models = new SessionModels(desk);
    }

    Reply list(Call call) {
        int limit = call.number("limit", 50, 500);
        SessionViews.Wanted wanted = new SessionViews.Wanted(
                call.asked("project"),
                call.asked("q"),
                call.asked("failing").filter("true"::equals).isPresent());
        List<SessionRow> rows = desk.store().sessions().list(wanted, Cursors.of(call), limit + 1);
        boolean more = rows.size() > limit;
        List<SessionRow> page = more ? rows.subList(0, limit) : rows;
        return Reply.json(Json.object(
                "sessions",
                page.stream().map(this::row).toList(),
                "next",
                more ? Cursors.write(page.getLast().lastAt(), page.getLast().id()) : null));
    }

    private JsonObject row(SessionRow row) {
        String asked = desk.gateway()
                .sessions()
                .get(row.id())
                .map(SessionView::model)
                .filter(model -> !model.isEmpty())
                .orElse(row.model());
        return Json.object(
                "id",
                row.id(),
                "project",
                row.project(),
                "model",
                row.model(),
                "escalatedTo",
                desk.escalations().of(row.id(), asked),
                "requests",
                row.requests(),
                "failures",
                row.failures(),
                "retries",
                row.retries(),
                "costMicros",
                row.costMicros(),
                "wastedMicros",
                row.wastedMicros(),
                "inputTokens",
                row.usage().prompt(),
                "outputTokens",
                row.usage().output(),
                "firstAt",
                row.firstAt(),
                "lastAt",
                row.lastAt());
    }

    Reply one(Call call) {
        String id = call.part("id");
        Optional<SessionRow> row = desk.store().sessions().find(id);
        Optional<SessionView> live = desk.gateway().sessions().get(id);
        Timeline timeline = Timeline.of(desk.store().sessions(), id, call.number("events", EVENTS_SHOWN, MOST_EVENTS));
        if (row.isEmpty() && live.isEmpty() && timeline.isEmpty()) {
            throw Problem.notFound("there is no session '" + id + "'");
        }
        Optional<String> asked = models.asked(id);
        String model = asked.or(() -> row.map(SessionRow::model)).orElse("");
        return Reply.json(Json.object(
                "id",
                id,
                "project",
                row.map(SessionRow::project).or(() -> live.map(SessionView::project)),
                "model",
                model,
                "escalatedTo",
                desk.escalations().of(id, model),
                "canEscalate",
                asked.isPresent(),
                "canRetry",
                desk.gateway().lastRequest(id).isPresent(),
                "totals",
                row.map(this::row),
                "upstreamCalls",
                live.map(SessionView::upstreamCalls),
                "earlier",
                timeline.isCut(),
                "requests",
                timeline.requests(),
                "escalations",
                timeline.escalations(),
                "retries",
                timeline.retries()));
    }
}
