package dev.mulligan.text;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Changes one value in a JSON file that belongs to somebody else: all other bytes, white space, comments and the order of
 * keys stay as they are.
 */
public final class JsonText {

    /** People write comments into such files, and end lists with a comma. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    private static final String INDENT = "  ";

    private JsonText() {}

    /** Where a path leads: the deepest object that is there, and, if all of it is there, the member itself. */
    private record Found(
            int depth,
            int brace,
            boolean isEmpty,
            String indent,
            @Nullable Span member) {}

    /** A member from its key to the end of its value; {@code value} is where that begins. */
    private record Span(int from, int value, int to) {}

    /**
     * The text with this value at the end of the path; objects on the way are made where they are missing.
     *
     * @param value as JSON text
     * @throws JsonException if the text is not a JSON object, or something on the way is not one
     */
    public static String with(String text, List<String> path, String value) {
        String whole = text.isBlank() ? "{}\n" : text;
        Found found = find(whole, path);
        Span member = found.member();
        if (member != null) {
            return whole.substring(0, member.value()) + value + whole.substring(member.to());
        }
        StringBuilder line = new StringBuilder();
        List<String> missing = path.subList(found.depth(), path.size());
        String indent = found.indent() + INDENT;
        for (int i = 0; i < missing.size(); i++) {
            line.append(i == 0 ? "" : "{ ").append(Json.write(missing.get(i))).append(": ");
        }
        line.append(value).append(" }".repeat(missing.size() - 1));
        String end = found.isEmpty() ? "\n" + found.indent() : ",";
        int at = found.brace() + 1;
        String after = found.isEmpty() ? whole.substring(whole.indexOf('}', at)) : whole.substring(at);
        return whole.substring(0, at) + "\n" + indent + line + end + after;
    }

    /** The value at the end of the path, as it is written there. */
    public static Optional<String> value(String text, List<String> path) {
        Span member = find(text, path).member();
        return member == null ? Optional.empty() : Optional.of(text.substring(member.value(), member.to()));
    }

    /** The text without this member; as it is where there is none. */
    public static String without(String text, List<String> path) {
        if (text.isBlank()) {
            return text;
        }
        Span member = find(text, path).member();
        if (member == null) {
            return text;
        }
        int to = member.to();
        int comma = skip(text, to);
        if (comma < text.length() && text.charAt(comma) == ',') {
            return text.substring(0, blankBefore(text, member.from())) + text.substring(comma + 1);
        }
        int from = blankBefore(text, member.from());
        return (from > 0 && text.charAt(from - 1) == ',' ? text.substring(0, from - 1) : text.substring(0, from))
                + text.substring(to);
    }

    private static int skip(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int blankBefore(String text, int from) {
        int at = from;
        while (at > 0 && Character.isWhitespace(text.charAt(at - 1))) {
            at--;
        }
        return at;
    }

    private static Found find(String text, List<String> path) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new JsonException("a JSON object { … } is expected");
            }
            Found found = new Found(0, offset(parser), true, "", null);
            while (true) {
                Found next = member(parser, text, path, found);
                boolean isDeeper = next.depth() > found.depth() && next.member() == null;
                found = next;
                if (!isDeeper) {
                    return found;
                }
            }
        } catch (JacksonException e) {
            throw JsonMistake.of(e);
        }
    }

    /** Reads the members of an object that the parser has just opened, up to the one that is asked for. */
    private static Found member(JsonParser parser, String text, List<String> path, Found in) {
        String wanted = path.get(in.depth());
        boolean isLast = in.depth() == path.size() - 1;
        boolean empty = true;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            empty = false;
            int from = offset(parser);
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            int begins = offset(parser);
            if (!name.equals(wanted)) {
                parser.skipChildren();
                continue;
            }
            if (isLast) {
                parser.skipChildren();
                // Otherwise a text is read only when somebody asks for it, and its end is not known.
                parser.finishToken();
                int to = (int) parser.currentLocation().getCharOffset();
                return new Found(in.depth() + 1, in.brace(), false, in.indent(), new Span(from, begins, to));
            }
            if (value != JsonToken.START_OBJECT) {
                throw new JsonException(
                        "\"" + String.join(".", path.subList(0, in.depth() + 1)) + "\" is not an object");
            }
            return new Found(in.depth() + 1, begins, true, indentAt(text, from), null);
        }
        return new Found(in.depth(), in.brace(), empty, in.indent(), null);
    }

    private static String indentAt(String text, int at) {
        int line = text.lastIndexOf('\n', at) + 1;
        int end = line;
        while (end < at && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
            end++;
        }
        return text.substring(line, end);
    }

    private static int offset(JsonParser parser) {
        return (int) parser.currentTokenLocation().getCharOffset();
    }
}
