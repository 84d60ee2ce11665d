package dev.mulligan.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Which endpoint answers what. Also what {@code /api/openapi.json} is made from, so the two cannot differ. */
final class Routes {

    /** {@code path} with {@code {name}} where anything may stand. */
    record Route(String method, String path, String summary, Endpoint endpoint) {

        Optional<Map<String, String>> match(String[] given) {
            String[] own = path.split("/", -1);
            if (own.length != given.length) {
                return Optional.empty();
            }
            Map<String, String> parts = new HashMap<>();
            for (int i = 0; i < own.length; i++) {
                if (own[i].startsWith("{")) {
                    parts.put(own[i].substring(1, own[i].length() - 1), decoded(given[i]));
                } else if (!own[i].equals(given[i])) {
                    return Optional.empty();
                }
            }
            return Optional.of(parts);
        }

        private static String decoded(String part) {
            try {
                return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                throw Problem.of(400, "Not a path", "'" + part + "' is not percent-encoded correctly");
            }
        }
    }

    private final List<Route> routes = new ArrayList<>();

    Routes(Desk desk) {
        PolicyApi policies = new PolicyApi(desk);
        add("GET", "/api/retry-policy", "The policy of projects without their own", policies::getDefault);
        add("PUT", "/api/retry-policy", "Changes it, from the next request on", policies::putDefault);
        add("DELETE", "/api/retry-policy", "Takes every change of it back", policies::resetDefault);
        add("GET", "/api/projects/{id}/retry-policy", "The policy of a project", policies::getOfProject);
        add("PUT", "/api/projects/{id}/retry-policy", "Changes it, from the next request on", policies::putOfProject);
        add("DELETE", "/api/projects/{id}/retry-policy", "It follows the default again", policies::resetOfProject);
        add("POST", "/api/retry-policy/preview", "Delays, warnings and changes, without saving", policies::preview);
        add("GET", "/api/policies", "All policies, and the templates that ship", policies::all);
        SessionApi sessions = new SessionApi(desk);
        add("GET", "/api/sessions", "Sessions, newest first; cursor, project, q, failing", sessions::list);
        add("GET", "/api/sessions/{id}", "One session and its timeline", sessions::one);
        SessionActions acts = new SessionActions(desk);
        add("GET", "/api/sessions/{id}/retry", "What a retry would add to the conversation", acts::preview);
        add("POST", "/api/sessions/{id}/retry/preview", "The same with a pasted error and output", acts::previewOwn);
        add("POST", "/api/sessions/{id}/retry", "Sends the last request again, with the error as context", acts::retry);
        add("GET", "/api/sessions/{id}/estimate", "What the next call costs on another model", acts::estimate);
        add("POST", "/api/sessions/{id}/escalate", "Uses a stronger model from the next request on", acts::escalate);
        LiveApi live = new LiveApi(desk);
        add("GET", "/api/live", "What runs and what waits for another attempt", live::now);
        add("POST", "/api/live/{request}/cancel", "Gives up instead of waiting", live::cancel);
        add("POST", "/api/live/{request}/retry-now", "Tries at once instead of waiting", live::retryNow);
        RunApi runs = new RunApi(desk);
        add("GET", "/api/runs", "Runs, newest first", runs::list);
        add("GET", "/api/runs/{id}", "Steps, attempts, candidates, verification, diagnosis", runs::one);
        add("GET", "/api/runs/{id}/artifact", "A file of the run: a patch or output; name=", runs::artifact);
        add("POST", "/api/runs/{id}/cancel", "Stops a run", runs::cancel);
        add("POST", "/api/runs/{id}/steps/{step}/retry", "Tries a step again", runs::retry);
        add("GET", "/api/questions", "What waits for a person", runs::questions);
        add("POST", "/api/questions/{id}/answer", "Answers a question", runs::answer);
        HistoryApi history = new HistoryApi(desk);
        add("GET", "/api/analytics/failures", "Failures by type, model, project, day; format=", history::failures);
        add("GET", "/api/learnings", "What failures taught", history::learnings);
        add("GET", "/api/strategies", "How strategies fared", history::strategies);
        add("GET", "/api/lab/replay", "Recorded failures against policies; policy=", history::replay);
        add("POST", "/api/lab/replay", "The same against a policy of one's own", history::replayOwn);
        add("GET", "/api/models", "Models, prices and the ladder", history::models);
        add("GET", "/api/projects", "Names of projects", history::projects);
        add("GET", "/api/openapi.json", "This list for programs", call -> Reply.json(OpenApi.of(routes)));
    }

    private void add(String method, String path, String summary, Endpoint endpoint) {
        routes.add(new Route(method, path, summary, endpoint));
    }

    Reply answer(Call call) {
        String[] given = call.path().split("/", -1);
        TreeSet<String> methods = new TreeSet<>();
        for (Route route : routes) {
            Optional<Map<String, String>> parts = route.match(given);
            if (parts.isPresent()) {
                if (route.method().equals(call.method())) {
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
