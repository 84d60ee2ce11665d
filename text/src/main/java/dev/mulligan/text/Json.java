package dev.mulligan.text;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads and writes JSON with streams only: no binding, so that the first use costs milliseconds. Values are
 * {@link JsonObject}, {@link List}, {@link String}, {@link Number}, {@link Boolean} and null.
 */
public final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();
    /** Below the parser's own limit, whose message says neither line nor column. */
    private static final int DEEPEST = 400;

    private Json() {}

    public static @Nullable Object parse(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                throw new JsonException("empty where a JSON value is expected");
            }
            Object value = value(parser, 0);
            if (parser.nextToken() != null) {
                throw new JsonException("more text after the end of the JSON value, "
                        + place(
                                parser.currentTokenLocation().getLineNr(),
                                parser.currentTokenLocation().getColumnNr()));
            }
            return value;
        } catch (JacksonException e) {
            throw JsonMistake.of(e);
        }
    }

    /** The text as an object; anything else is refused. */
    public static JsonObject parseObject(String text) {
        if (parse(text) instanceof JsonObject object) {
            return object;
        }
        throw new JsonException("a JSON object { … } is expected");
    }

    private static String place(int line, int column) {
        return "line " + line + ", column " + column;
    }

    private static @Nullable Object value(JsonParser parser, int depth) {
        JsonToken token = parser.currentToken();
        if (depth > DEEPEST) {
            throw new JsonException("nested deeper than " + DEEPEST + " levels, "
                    + place(
                            parser.currentTokenLocation().getLineNr(),
                            parser.currentTokenLocation().getColumnNr()));
        }
        return switch (token) {
            case START_OBJECT -> object(parser, depth + 1);
            case START_ARRAY -> array(parser, depth + 1);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new JsonException("unexpected " + token + " where a value is expected");
        };
    }

    private static Number integer(JsonParser parser) {
        BigInteger big = parser.getBigIntegerValue();
        return big.bitLength() < 64 ? (Number) big.longValue() : big;
    }

    private static JsonObject object(JsonParser parser, int depth) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            members.put(name, value(parser, depth));
        }
        return new JsonObject(members);
    }

    private static List<@Nullable Object> array(JsonParser parser, int depth) {
        List<@Nullable Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser, depth));
        }
        return items;
    }

    /** On one line, with nothing in it that a terminal takes for an order. */
    public static String write(@Nullable Object value) {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            write(generator, value);
        }
        return plain(out.toString());
    }

    /** JSON escapes the old control characters only; the newer ones and those that turn text around stand in strings too. */
    private static String plain(String json) {
        int first = 0;
        while (first < json.length() && !TerminalText.isOrder(json.charAt(first))) {
            first++;
        }
        if (first == json.length()) {
            return json;
        }
        StringBuilder out = new StringBuilder(json.substring(0, first));
        for (int i = first; i < json.length(); i++) {
            char c = json.charAt(i);
            if (TerminalText.isOrder(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private static void write(JsonGenerator to, @Nullable Object value) {
        switch (value) {
            case null -> to.writeNull();
            case String text -> to.writeString(text);
            case Boolean truth -> to.writeBoolean(truth);
            case Integer number -> to.writeNumber(number);
            case Long number -> to.writeNumber(number);
            case Double number -> to.writeNumber(number);
            case BigInteger number -> to.writeNumber(number);
            case BigDecimal number -> to.writeNumber(number);
            case Duration duration -> to.writeNumber(duration.toMillis());
            case Instant instant -> to.writeString(instant.toString());
            case Optional<?> maybe -> write(to, maybe.orElse(null));
            case JsonObject object -> write(to, object.members());
            case Map<?, ?> members -> {
                to.writeStartObject();
                members.forEach((name, member) -> {
                    to.writeName(String.valueOf(name));
                    write(to, member);
                });
                to.writeEndObject();
            }
            case Iterable<?> items -> {
                to.writeStartArray();
                items.forEach(item -> write(to, item));
                to.writeEndArray();
            }
            default -> to.writeString(value.toString());
        }
    }

    /** An object in the order given: name, value, name, value. */
    public static JsonObject object(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return new JsonObject(members);
    }
}
