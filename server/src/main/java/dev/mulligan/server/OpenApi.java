package dev.mulligan.server;

import dev.mulligan.gateway.access.Role;
import dev.mulligan.server.http.Route;
import dev.mulligan.server.policy.PolicyDocument;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The list of endpoints in the form that tools read. */
final class OpenApi {

    private static final String JSON = "application/json";

    private OpenApi() {}

    static JsonObject of(List<Route> routes) {
        Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
        routes.forEach(route -> paths.computeIfAbsent(route.path(), path -> new LinkedHashMap<>())
                .put(route.method().toLowerCase(Locale.ROOT), operation(route)));
        paths.put(
                "/api/events",
                Map.of(
                        "get",
                        Json.object(
                                "summary",
                                "Events as server-sent events; Last-Event-ID resumes",
                                "x-mulligan-role",
                                Role.VIEWER.wireName(),
                                "responses",
                                Map.of(
                                        "200",
                                        Json.object(
                                                "description",
                                                "a stream",
                                                "content",
                                                Map.of("text/event-stream", Map.of()))))));
        return Json.object(
                "openapi",
                "3.1.0",
                "info",
                Json.object("title", "Mulligan", "version", "1"),
                "paths",
                paths,
                "components",
                Json.object("schemas", schemas()));
    }

    private static JsonObject operation(Route route) {
        List<JsonObject> parameters = Stream.concat(
                        Arrays.stream(route.path().split("/", -1))
                                .filter(part -> part.startsWith("{"))
                                .map(part -> parameter(part.substring(1, part.length() - 1), "path")),
                        route.query().stream().map(name -> parameter(name, "query")))
                .toList();
        boolean policy = route.path().endsWith("/retry-policy");
        Object answer = policy ? Map.of("schema", Map.of("$ref", "#/components/schemas/RetryPolicy")) : Map.of();
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("summary", route.summary());
        operation.put("description", "Needs the role " + route.role().wireName() + ".");
        operation.put("x-mulligan-role", route.role().wireName());
        operation.put("parameters", parameters);
        if (!route.method().equals("GET") && !route.method().equals("DELETE")) {
            operation.put("requestBody", Map.of("content", Map.of(JSON, answer)));
        }
        operation.put(
                "responses",
                Map.of(
                        "200",
                        Json.object("description", "as asked", "content", Map.of(JSON, answer)),
                        "default",
                        Json.object(
                                "description", "a problem", "content", Map.of("application/problem+json", Map.of()))));
        return Json.object(operation.entrySet().stream()
                .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
                .toArray());
    }

    private static JsonObject parameter(String name, String in) {
        return Json.object("name", name, "in", in, "required", in.equals("path"), "schema", Map.of("type", "string"));
    }

    private static JsonObject schemas() {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (String text : List.of("id", "name", "backoff", "jitter")) {
            fields.put(text, Map.of("type", "string"));
        }
        for (String number : List.of(
                "maxRetries",
                "maxAttempts",
                "backoffBase",
                "backoffMultiplier",
                "maxBackoff",
                "escalateAfterRetries",
                "attemptTimeout",
                "deadline")) {
            fields.put(number, Map.of("type", "number"));
        }
        fields.put("autoEscalate", Map.of("type", "boolean"));
        fields.put(
                "retryableErrors",
                Map.of("type", "array", "items", Map.of("enum", PolicyDocument.errorNames(), "type", "string")));
        return Json.object("RetryPolicy", Json.object("type", "object", "properties", fields));
    }
}
