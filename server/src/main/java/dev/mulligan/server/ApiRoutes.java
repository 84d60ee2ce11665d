package dev.mulligan.server;

import static dev.mulligan.gateway.access.Role.ADMIN;
import static dev.mulligan.gateway.access.Role.OPERATOR;
import static dev.mulligan.gateway.access.Role.VIEWER;

import dev.mulligan.gateway.access.Role;
import dev.mulligan.server.access.AuditLog;
import dev.mulligan.server.http.Call;
import dev.mulligan.server.http.Endpoint;
import dev.mulligan.server.http.Problem;
import dev.mulligan.server.http.Reply;
import dev.mulligan.server.http.Route;
import dev.mulligan.server.http.RouteChange;
import dev.mulligan.server.http.ServerContext;
import dev.mulligan.server.http.Visitor;
import dev.mulligan.server.policy.Policies;
import dev.mulligan.server.policy.PolicyApi;
import dev.mulligan.server.report.HistoryApi;
import dev.mulligan.server.report.OverviewApi;
import dev.mulligan.server.report.TroubleApi;
import dev.mulligan.server.run.RunApi;
import dev.mulligan.server.session.LiveApi;
import dev.mulligan.server.session.LiveRequests;
import dev.mulligan.server.session.SessionActions;
import dev.mulligan.server.session.SessionApi;
import dev.mulligan.server.session.SessionEscalations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which endpoint answers what. Also what {@code /api/openapi.json} is made from, so the two cannot differ. */
final class ApiRoutes {

    private final List<Route> routes = new ArrayList<>();

    ApiRoutes(
            ServerContext context,
            Policies policyBook,
            SessionEscalations escalations,
            LiveRequests liveRequests,
            ServerSettings settings,
            AuditLog audit) {
        PolicyApi policies = new PolicyApi(context, policyBook);
        add("GET", "/api/retry-policy", VIEWER, "The policy of projects without their own", policies::getDefault);
        add("PUT", "/api/retry-policy", ADMIN, "Changes it, from the next request on", policies::putDefault);
        add("DELETE", "/api/retry-policy", ADMIN, "Takes every change of it back", policies::resetDefault);
        add("GET", "/api/projects/{id}/retry-policy", VIEWER, "The policy of a project", policies::getOfProject);
        add(
                "PUT",
                "/api/projects/{id}/retry-policy",
                ADMIN,
                "Changes it, from the next request on",
                policies::putOfProject);
        add(
                "DELETE",
                "/api/projects/{id}/retry-policy",
                OPERATOR,
                "It follows the default again",
                policies::resetOfProject);
        add(
                "POST",
                "/api/retry-policy/preview",
                VIEWER,
                "Delays, warnings and changes, without saving",
                policies::preview,
                "project");
        add("GET", "/api/policies", VIEWER, "All policies, and the templates that ship", policies::all);
        SessionApi sessions = new SessionApi(context, escalations);
        add(
                "GET",
                "/api/sessions",
                VIEWER,
                "Sessions, newest first",
                sessions::list,
                "limit",
                "cursor",
                "project",
                "model",
                "q",
                "state",
                "failing",
                "single",
                "sort");
        add("GET", "/api/sessions/{id}", VIEWER, "One session and its timeline", sessions::one, "events");
        add(
                "GET",
                "/api/sessions/{id}/requests/{request}",
                VIEWER,
                "One request, attempt by attempt",
                sessions::request);
        SessionActions acts = new SessionActions(context, policyBook, escalations);
        add("GET", "/api/sessions/{id}/retry", VIEWER, "What a retry would add to the conversation", acts::preview);
        add(
                "POST",
                "/api/sessions/{id}/retry/preview",
                VIEWER,
                "The same with a pasted error and output",
                acts::previewOwn);
        add(
                "POST",
                "/api/sessions/{id}/retry",
                OPERATOR,
                "Sends the last request again, with the error as context",
                acts::retry);
        add(
                "GET",
                "/api/sessions/{id}/estimate",
                VIEWER,
                "What the next call costs on another model",
                acts::estimate,
                "model");
        add(
                "POST",
                "/api/sessions/{id}/escalate",
                OPERATOR,
                "Uses a stronger model from the next request on",
                acts::escalate);
        LiveApi live = new LiveApi(context, liveRequests);
        add("GET", "/api/live", VIEWER, "What runs and what waits for another attempt", live::now);
        add("POST", "/api/live/{request}/cancel", OPERATOR, "Gives up instead of waiting", live::cancel);
        add("POST", "/api/live/{request}/retry-now", OPERATOR, "Tries at once instead of waiting", live::retryNow);
        RunApi runs = new RunApi(context, settings.runFolder(), settings.actions());
        add("GET", "/api/runs", VIEWER, "Runs, newest first", runs::list, "limit", "cursor", "state", "project");
        add("GET", "/api/runs/{id}", VIEWER, "Steps, attempts, candidates, verification, diagnosis", runs::one);
        add("GET", "/api/runs/{id}/artifact", VIEWER, "A file of the run: a patch or output", runs::artifact, "name");
        add("POST", "/api/runs/{id}/cancel", OPERATOR, "Stops a run", runs::cancel);
        add("POST", "/api/runs/{id}/steps/{step}/retry", OPERATOR, "Tries a step again", runs::retry);
        add("GET", "/api/questions", VIEWER, "What waits for a person", runs::questions, "limit");
        add("POST", "/api/questions/{id}/answer", OPERATOR, "Answers a question", runs::answer);
        TroubleApi trouble = new TroubleApi(context);
        add(
                "GET",
                "/api/overview",
                VIEWER,
                "What was rescued, lost and is wrong now",
                new OverviewApi(context, liveRequests)::now);
        add(
                "GET",
                "/api/failures",
                VIEWER,
                "What failed at least once, newest first",
                trouble::list,
                "limit",
                "cursor",
                "from",
                "to",
                "outcome",
                "project",
                "model",
                "stage",
                "layer",
                "type");
        add(
                "GET",
                "/api/incidents",
                VIEWER,
                "Failures of one cause that came together",
                trouble::incidents,
                "from",
                "to");
        add("GET", "/api/incidents/{id}", VIEWER, "One of them, with what belongs to it", trouble::incident);
        HistoryApi history = new HistoryApi(context, policyBook);
        add(
                "GET",
                "/api/analytics/failures",
                VIEWER,
                "Failures by type, model, project, day",
                history::failures,
                "from",
                "to",
                "project",
                "model",
                "stage",
                "layer",
                "type",
                "format");
        add("GET", "/api/learnings", VIEWER, "What failures taught", history::learnings, "signature", "limit");
        add("GET", "/api/strategies", VIEWER, "How strategies fared", history::strategies);
        add("GET", "/api/lab/replay", VIEWER, "Recorded failures against policies", history::replay, "policy");
        add("POST", "/api/lab/replay", VIEWER, "The same against a policy of one's own", history::replayOwn);
        add("GET", "/api/models", VIEWER, "Models, prices and the ladder", history::models);
        add("GET", "/api/projects", VIEWER, "Names of projects", history::projects);
        add("GET", "/api/audit", ADMIN, "Who changed what, newest first", new AuditApi(audit)::list, "limit", "cursor");
        add("GET", "/api/openapi.json", VIEWER, "This list for programs", call -> Reply.json(OpenApi.of(routes)));
    }

    private void add(String method, String path, Role role, String summary, Endpoint endpoint, String... query) {
        routes.add(new Route(method, path, role, summary, endpoint, List.of(query)));
    }

    private static void check(Route route, Visitor visitor) {
        if (!visitor.role().covers(route.role())) {
            throw Problem.of(
                    403,
                    "Role too low",
                    "this needs the role " + route.role().wireName() + "; '" + visitor.name() + "' has the role "
                            + visitor.role().wireName());
        }
    }

    /** What the call changes, if it is one of those that do; the names in its path are what it is about. */
    Optional<RouteChange> change(Call call) {
        if (call.method().equals("GET")) {
            return Optional.empty();
        }
        String[] given = call.path().split("/", -1);
        for (Route route : routes) {
            if (route.changes() && route.method().equals(call.method())) {
                Optional<Map<String, String>> parts = route.match(given);
                if (parts.isPresent()) {
                    String target = String.join(" ", new TreeMap<>(parts.get()).values());
                    return Optional.of(new RouteChange(call.method(), route.path(), target));
                }
            }
        }
        return Optional.empty();
    }

    Reply answer(Call call) {
        String[] given = call.path().split("/", -1);
        TreeSet<String> methods = new TreeSet<>();
        for (Route route : routes) {
            Optional<Map<String, String>> parts = route.match(given);
            if (parts.isPresent()) {
                if (route.method().equals(call.method())) {
                    check(route, call.visitor());
                    route.checkQuery(call);
                    return route.endpoint().answer(call.at(parts.get()));
                }
                methods.add(route.method());
            }
        }
        if (methods.isEmpty()) {
            throw Problem.notFound("there is nothing at " + call.path() + "; /api/openapi.json lists what there is");
        }
        return Problem.of(405, "Another method", call.path() + " takes " + String.join(", ", methods))
                .reply()
                .with("allow", String.join(", ", methods));
    }
}
