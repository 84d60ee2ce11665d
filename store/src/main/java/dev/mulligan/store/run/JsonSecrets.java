package dev.mulligan.store.run;

import dev.mulligan.redact.Secrets;
import dev.mulligan.text.Json;
import dev.mulligan.text.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes secrets out of the texts of a JSON document and leaves the document one. */
public final class JsonSecrets {

    private JsonSecrets() {}

    public static String redact(String json) {
        // Nearly always there is none, and then it need not be taken apart.
        return Secrets.redact(json).equals(json) ? json : Json.write(clean(Json.parse(json)));
    }

    private static @Nullable Object clean(@Nullable Object value) {
        return switch (value) {
            case String text -> Secrets.redact(text);
            case JsonObject object -> {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                object.members().forEach((name, member) -> members.put(name, clean(member)));
                yield new JsonObject(members);
            }
            case List<?> list -> {
                List<@Nullable Object> items = new ArrayList<>();
                list.forEach(item -> items.add(clean(item)));
                yield items;
            }
            case null, default -> value;
        };
    }
}
