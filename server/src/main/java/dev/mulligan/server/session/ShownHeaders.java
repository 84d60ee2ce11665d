package dev.mulligan.server.session;

import dev.mulligan.gateway.session.KeptRequest;
import dev.mulligan.redact.Secrets;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The headers a client sent, for people: nothing that pays or proves who somebody is. */
final class ShownHeaders {

    /** Names that carry secrets whatever they look like. */
    private static final Pattern SECRET = Pattern.compile(
            "authorization|cookie|token|secret|password|credential|signature|(^|-)(api|access|auth)?-?key$");

    private ShownHeaders() {}

    static List<JsonObject> of(KeptRequest request) {
        return request.headers().entries().stream()
                .map(header -> Json.object("name", header.getKey(), "value", shown(header.getKey(), header.getValue())))
                .toList();
    }

    static String shown(String name, String value) {
        return SECRET.matcher(name.toLowerCase(Locale.ROOT)).find() ? Secrets.REDACTED : Secrets.redact(value);
    }
}
