package dev.mulligan.explain.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON report as maps, lists, strings and numbers. Here because this module knows no other, and a report is
 * either whole or not a report: anything odd gives nothing.
 */
final class JsonReportText {
    private static final int DEEPEST = 64;

    private final String text;
    private int at;

    private JsonReportText(String text, int at) {
        this.text = text;
        this.at = at;
    }

    /** The array or object that starts at this position. */
    static Optional<Object> read(String text, int from) {
        try {
            return Optional.ofNullable(new JsonReportText(text, from).value(0));
        } catch (NotJson e) {
            return Optional.empty();
        }
    }

    private static final class NotJson extends RuntimeException {
        NotJson() {
            // Thrown once for a text that is no report; nobody looks at the trace.
            super("not JSON", null, false, false);
        }
    }

    private @Nullable Object value(int depth) {
        if (depth > DEEPEST) throw new NotJson();
        skip();
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object(int depth) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        at++;
        skip();
        while (peek() != '}') {
            String key = string();
            skip();
            expect(':');
            map.put(key, value(depth + 1));
            skip();
            if (peek() == ',') at++;
            else if (peek() != '}') throw new NotJson();
            skip();
        }
        at++;
        return map;
    }

    private List<@Nullable Object> array(int depth) {
        List<@Nullable Object> list = new ArrayList<>();
        at++;
        skip();
        while (peek() != ']') {
            list.add(value(depth + 1));
            skip();
            if (peek() == ',') at++;
            else if (peek() != ']') throw new NotJson();
            skip();
        }
        at++;
        return list;
    }

    private String string() {
        if (peek() != '"') throw new NotJson();
        StringBuilder b = new StringBuilder();
        at++;
        while (peek() != '"') {
            char c = next();
            b.append(c == '\\' ? unescaped(next()) : c);
        }
        at++;
        return b.toString();
    }

    private char unescaped(char kind) {
        return switch (kind) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r', 'b', 'f' -> ' ';
            case 'u' -> hex();
            default -> kind;
        };
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private char hex() {
        if (at + 4 > text.length()) throw new NotJson();
        try {
            char c = (char) Integer.parseInt(text, at, at + 4, 16);
            at += 4;
            return c;
        } catch (NumberFormatException e) {
            throw new NotJson();
        }
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) throw new NotJson();
        at += word.length();
        return value;
    }

    private Double number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
        try {
            return Double.valueOf(text.substring(from, at));
        } catch (NumberFormatException e) {
            throw new NotJson();
        }
    }

    private void expect(char c) {
        if (peek() != c) throw new NotJson();
        at++;
    }

    private char peek() {
        if (at >= text.length()) throw new NotJson();
        return text.charAt(at);
    }

    private void skip() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
    }
}
