package dev.mulligan.server.session;

import dev.mulligan.gateway.session.SessionView;
import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Cursors;
import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.Reply;
import dev.mulligan.server.http.ServerContext;
import dev.mulligan.store.event.SessionViews;
import dev.mulligan.store.event.SessionViews.SessionRow;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Sessions: the list, and one with all that happened in it. */
public final class SessionApi {

    /** About a hundred requests: more than anybody reads at once, and a page that is there at once. */
    private static final int EVENTS_SHOWN = 200;

    private static final int MOST_EVENTS = 5_000;

    private final ServerContext context;
    private final SessionEscalations escalations;
    private final SessionModels models;

    public SessionApi(ServerContext context, SessionEscalations escalations) {
        this.context = context;
        this.escalations = escalations;
        this.models = new SessionModels(context, escalations);
    }

    public Reply list(Call call) {
        int limit = call.number("limit", 50, 500);
        SessionViews.Order order = call.asked("sort").map(SessionApi::order).orElse(SessionViews.Order.LAST_SEEN);
        Optional<String> wanted = call.oneOf("single", List.of("auto", "true", "false"));
        boolean auto = wanted.filter("auto"::equals).isPresent();
        boolean single = wanted.filter("false"::equals).isEmpty() && !auto;
        List<SessionRow> found = rows(call, order, single, limit + 1);
        // Where nothing else is, short sessions are better than an empty list.
        boolean folded = auto && !found.isEmpty();
        List<SessionRow> rows = auto && found.isEmpty() ? rows(call, order, true, limit + 1) : found;
        boolean full = rows.size() > limit;
        boolean more = full && order == SessionViews.Order.LAST_SEEN;
        List<SessionRow> page = full ? rows.subList(0, limit) : rows;
        return Reply.json(Json.object(
                "sessions",
                page.stream().map(this::row).toList(),
                "folded",
                folded,
                "next",
                more ? Cursors.write(page.getLast().lastAt(), page.getLast().id()) : null));
    }

    private List<SessionRow> rows(Call call, SessionViews.Order order, boolean single, int limit) {
        SessionViews.Wanted wanted = new SessionViews.Wanted(
                call.asked("project"),
                call.asked("model"),
                call.asked("q"),
                call.oneOf("failing", List.of("true", "false"))
                        .filter("true"::equals)
                        .map(failing -> SessionViews.State.FAILING)
                        .or(() -> call.asked("state").map(SessionApi::state)),
                single);
        return context.store().sessions().list(wanted, order, Cursors.of(call), limit);
    }

    private static SessionViews.State state(String name) {
        try {
            return SessionViews.State.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw Problem.field("state", "state: is failing, recovered or lost");
        }
    }

    private static SessionViews.Order order(String name) {
        try {
            return SessionViews.Order.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw Problem.field("sort", "sort: is last_seen, requests, failures, recovered or cost");
        }
    }

    private JsonObject row(SessionRow row) {
        String asked = context.gateway()
                .sessions()
                .get(row.id())
                .map(SessionView::model)
                .filter(model -> !model.isEmpty())
                .orElse(row.model());
        return Json.object(
                "id",
                row.id(),
                "title",
                row.title(),
                "recovered",
                row.recovered(),
                "lost",
                row.lost(),
                "project",
                row.project(),
                "model",
                row.model(),
                "escalatedTo",
                escalations.of(row.id(), asked),
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

    public Reply one(Call call) {
        String id = call.part("id");
        Optional<SessionRow> row = context.store().sessions().find(id);
        Optional<SessionView> live = context.gateway().sessions().get(id);
        Timeline timeline =
                Timeline.of(context.store().sessions(), id, call.number("events", EVENTS_SHOWN, MOST_EVENTS));
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
                escalations.of(id, model),
                "canEscalate",
                asked.isPresent(),
                "canRetry",
                context.gateway().lastRequest(id).isPresent(),
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

    /** One request of a client: its attempts and waits, from its arrival to its end. */
    public Reply request(Call call) {
        String session = call.part("id");
        String id = call.part("request");
        Timeline timeline = Timeline.ofRequest(context.store().sessions(), session, id, MOST_EVENTS);
        Map<String, Object> request = timeline.requests().stream()
                .filter(one -> id.equals(one.get("requestId")))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("there is no request '" + id + "' in session '" + session + "'"));
        return Reply.json(Json.object(
                "session",
                session,
                "request",
                request,
                "headers",
                context.gateway()
                        .lastRequest(session)
                        .filter(kept -> kept.requestId().equals(id))
                        .map(ShownHeaders::of)));
    }
}
