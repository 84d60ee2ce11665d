package dev.mulligan.server.http;

import dev.mulligan.gateway.access.Role;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code path} with {@code {name}} where anything may stand.
 *
 * @param query what may be asked after the question mark
 */
public record Route(String method, String path, Role role, String summary, Endpoint endpoint, List<String> query) {

    /** A misspelt filter would answer with everything, and nobody would see that it did. */
    public void checkQuery(Call call) {
        call.query().keySet().stream()
                .filter(name -> !query.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw Problem.field(
                            name,
                            name + ": is nothing to ask " + path + " for; "
                                    + (query.isEmpty() ? "it takes nothing" : "it takes " + String.join(", ", query)));
                });
    }

    /** What only looks, or tries something out on paper, everybody may do. */
    public boolean changes() {
        return role != Role.VIEWER && !method.equals("GET");
    }

    public Optional<Map<String, String>> match(String[] given) {
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
