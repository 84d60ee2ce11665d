package dev.mulligan.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/** Just enough JSON for test data: objects as maps, arrays as lists. */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    static Map<String, Object> object(String text) {
        try (JsonParser p = FACTORY.createParser(tools.jackson.core.ObjectReadContext.empty(), text)) {
            p.nextToken();
            return map(p);
        }
    }

    private static Map<String, Object> map(JsonParser p) {
        Map<String, Object> m = new LinkedHashMap<>();
        while (p.nextToken() != JsonToken.END_OBJECT) {
            String name = p.currentName();
            p.nextToken();
            Object v = value(p);
            if (v != null) m.put(name, v);
        }
        return m;
    }

    private static @Nullable Object value(JsonParser p) {
        return switch (p.currentToken()) {
            case START_OBJECT -> map(p);
            case START_ARRAY -> list(p);
            case VALUE_STRING -> p.getString();
            case VALUE_NUMBER_INT -> p.getIntValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static List<Object> list(JsonParser p) {
        List<Object> l = new ArrayList<>();
        while (p.nextToken() != JsonToken.END_ARRAY) {
            Object v = value(p);
            if (v != null) l.add(v);
        }
        return l;
    }

    static String quote(String s) {
        StringBuilder b = new StringBuilder("\"");
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '"' || c == '\\') b.append('\\').append(c);
            else if (c < ' ') b.append(String.format("\\u%04x", (int) c));
            else b.append(c);
        }
        return b.append('"').toString();
    }
}
