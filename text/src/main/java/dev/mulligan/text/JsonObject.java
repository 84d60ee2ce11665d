package dev.mulligan.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A JSON object. A member that is absent, null or of another kind is an empty optional. */
public record JsonObject(Map<String, @Nullable Object> members) {

    public JsonObject {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    public @Nullable Object get(String name) {
        return members.get(name);
    }

    public boolean has(String name) {
        return members.containsKey(name);
    }

    public Optional<String> text(String name) {
        return members.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    public String text(String name, String otherwise) {
        return text(name).orElse(otherwise);
    }

    public OptionalInt integer(String name) {
        return members.get(name) instanceof Number number ? OptionalInt.of(number.intValue()) : OptionalInt.empty();
    }

    public OptionalLong number(String name) {
        return members.get(name) instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }

    public Optional<Boolean> truth(String name) {
        return members.get(name) instanceof Boolean truth ? Optional.of(truth) : Optional.empty();
    }

    public Optional<JsonObject> object(String name) {
        return members.get(name) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
    }

    public List<?> list(String name) {
        return members.get(name) instanceof List<?> list ? list : List.of();
    }

    @Override
    public String toString() {
        return Json.write(this);
    }
}
