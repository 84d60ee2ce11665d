package dev.mulligan.server.http;

import dev.mulligan.text.Json;
import dev.mulligan.text.JsonException;
import dev.mulligan.text.JsonObject;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One request to an endpoint.
 *
 * @param parts what stands in the path where the route has a name
 * @param headers by their names in small letters
 * @param from the address it comes from
 */
public record Call(
        String method,
        String path,
        Map<String, String> parts,
        Map<String, String> query,
        Map<String, String> headers,
        String body,
        Visitor visitor,
        String from) {

    public Call at(Map<String, String> found) {
        return new Call(method, path, found, query, headers, body, visitor, from);
    }

    public String part(String name) {
        return Optional.ofNullable(parts.get(name)).orElse("");
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    public Optional<String> asked(String name) {
        return Optional.ofNullable(query.get(name)).filter(value -> !value.isBlank());
    }

    public int number(String name, int otherwise, int most) {
        Optional<String> text = asked(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(text.get());
            if (value >= 1 && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below, with the bounds.
        }
        throw Problem.field(name, name + ": '" + text.get() + "' is not a number from 1 to " + most);
    }

    private static final Instant FAR = Instant.parse("9999-12-31T23:59:59Z");

    /** Times beyond these bounds are in no store, and some cannot be counted in milliseconds. */
    public Optional<Instant> time(String name) {
        return asked(name).map(text -> {
            try {
                Instant time = Instant.parse(text);
                if (!time.isBefore(Instant.EPOCH) && time.isBefore(FAR)) {
                    return time;
                }
                throw Problem.field(name, name + ": '" + text + "' is not within the years 1970 to 9999");
            } catch (DateTimeParseException e) {
                throw Problem.field(name, name + ": '" + text + "' is not a time such as 2026-01-31T12:00:00Z");
            }
        });
    }

    public JsonObject json() {
        if (body.isBlank()) {
            return new JsonObject(Map.of());
        }
        try {
            return Json.parseObject(body);
        } catch (JsonException e) {
            throw Problem.of(400, "The body is not JSON", String.valueOf(e.getMessage()));
        }
    }

    /** One of these names, where one is asked for. */
    public Optional<String> oneOf(String name, Collection<String> known) {
        Optional<String> given = asked(name);
        if (given.isPresent() && !known.contains(given.get())) {
            throw Problem.field(name, name + ": '" + given.get() + "' is not one of " + String.join(", ", known));
        }
        return given;
    }

    /** The body, which has no members but these. */
    public JsonObject json(String... known) {
        JsonObject body = json();
        List<String> names = List.of(known);
        body.members().keySet().stream()
                .filter(name -> !names.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw Problem.field(
                            name, name + ": is not a field of this; known here: " + String.join(", ", names));
                });
        return body;
    }

    /** A member of the body that is true or false. */
    public Optional<Boolean> truth(JsonObject body, String name) {
        if (!body.has(name) || body.get(name) == null) {
            return Optional.empty();
        }
        return Optional.of(
                body.truth(name).orElseThrow(() -> Problem.field(name, name + ": true or false is expected")));
    }

    /** A text member of the body, bounded. */
    public Optional<String> text(JsonObject body, String name, int longest) {
        if (!body.has(name) || body.get(name) == null) {
            return Optional.empty();
        }
        String text = body.text(name).orElseThrow(() -> Problem.field(name, name + ": a text is expected"));
        if (text.length() > longest) {
            throw Problem.field(name, name + ": " + text.length() + " characters, at most " + longest + " are taken");
        }
        return Optional.of(text);
    }
}
