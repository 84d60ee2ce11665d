package dev.mulligan.workspace.patch.parse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/** Reads the JSON models write: raw newlines in strings, trailing commas, comments, single quotes. */
public final class LenientJson {
    /** The first value of a text as maps, lists and strings, and where it ends; or why there is none. */
    public record Read(Optional<Object> value, boolean started, String reason, int end) {}

    private static final int DEEPEST = 60;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            // Of two parts with one name only the last would count.
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private LenientJson() {}

    public static Read read(String text) {
        return read(text.toCharArray(), 0);
    }

    /** The value that starts at an offset; {@code end} counts from there. */
    public static Read read(char[] text, int from) {
        boolean started = false;
        int length = text.length - from;
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text, from, length)) {
            JsonToken token = parser.nextToken();
            JsonToken inner = token == null ? null : parser.nextToken();
            started = (token == JsonToken.START_OBJECT && inner == JsonToken.PROPERTY_NAME)
                    || (token == JsonToken.START_ARRAY && inner == JsonToken.START_OBJECT);
        } catch (JacksonException notJson) {
            return new Read(Optional.empty(), false, shortened(notJson), 0);
        }
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text, from, length)) {
            parser.nextToken();
            Object value = value(parser, 0);
            int end = (int) parser.currentLocation().getCharOffset();
            return new Read(Optional.of(value), started, "", end);
        } catch (JacksonException broken) {
            return new Read(Optional.empty(), started, shortened(broken), 0);
        } catch (TooDeep deep) {
            return new Read(Optional.empty(), false, "it is nested too deeply", 0);
        }
    }

    private static String shortened(JacksonException problem) {
        String message = String.valueOf(problem.getOriginalMessage());
        return message.length() > 160 ? message.substring(0, 160) : message;
    }

    private static Object value(JsonParser parser, int depth) throws TooDeep {
        if (depth > DEEPEST) {
            throw new TooDeep();
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    // A part that is null says nothing, as if it were left out.
                    if (parser.currentToken() != JsonToken.VALUE_NULL) {
                        map.put(name, value(parser, depth + 1));
                    }
                }
                yield map;
            }
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser, depth + 1));
                }
                yield list;
            }
            default -> String.valueOf(parser.getString());
        };
    }

    private static final class TooDeep extends Exception {
        private static final long serialVersionUID = 1L;
    }
}
