package dev.mulligan.workspace.patch.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One tag of a tool call written as text: {@code <path>}, {@code <parameter name="path">}, {@code <parameter=path>}.
 *
 * @param name what the tag is called, in lower case; the parameter's name for parameters
 * @param attributes the rest of the opening tag
 * @param start where the tag starts in the text
 * @param end behind the opening tag
 * @param closing whether it closes
 */
public record EditTag(String name, String attributes, int start, int end, boolean closing) {
    private static final int LONGEST = 400;

    /** All tags of a text, in order; text that only looks like tags costs nothing but a look. */
    public static List<EditTag> in(String text) {
        List<EditTag> tags = new ArrayList<>();
        for (int at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
            Optional<EditTag> tag = at(text, at);
            tag.ifPresent(tags::add);
        }
        return tags;
    }

    private static Optional<EditTag> at(String text, int start) {
        boolean closing = text.startsWith("</", start);
        int from = start + (closing ? 2 : 1);
        int to = from;
        while (to < text.length()
                && (Character.isLetterOrDigit(text.charAt(to)) || "_-:".indexOf(text.charAt(to)) >= 0)) {
            to++;
        }
        if (to == from || to - from > 60) {
            return Optional.empty();
        }
        int end = to;
        while (end < text.length() && end - to < LONGEST && "<>\n".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        if (end >= text.length() || text.charAt(end) != '>') {
            return Optional.empty();
        }
        String name = text.substring(from, to).toLowerCase(Locale.ROOT);
        String rest = text.substring(to, end).strip();
        int colon = name.lastIndexOf(':');
        String plain = colon < 0 ? name : name.substring(colon + 1);
        if (rest.startsWith("=")) {
            return Optional.of(new EditTag(unquoted(rest.substring(1)), "", start, end + 1, closing));
        }
        if (plain.equals("parameter") && !closing) {
            int behind = end + 1;
            return attribute(rest, "name").map(parameter -> new EditTag(parameter, rest, start, behind, false));
        }
        return Optional.of(new EditTag(plain, rest, start, end + 1, closing));
    }

    private static String unquoted(String value) {
        return value.replace("\"", "").replace("'", "").strip().toLowerCase(Locale.ROOT);
    }

    public Optional<String> attribute(String wanted) {
        return attribute(attributes, wanted);
    }

    private static Optional<String> attribute(String attributes, String wanted) {
        int at = attributes.indexOf(wanted + "=");
        while (at > 0 && attributes.charAt(at - 1) != ' ') {
            at = attributes.indexOf(wanted + "=", at + 1);
        }
        int open = at + wanted.length() + 1;
        if (at < 0 || open >= attributes.length()) {
            return Optional.empty();
        }
        char quote = attributes.charAt(open);
        int close = attributes.indexOf(quote, open + 1);
        return (quote == '"' || quote == '\'') && close > open
                ? Optional.of(attributes.substring(open + 1, close))
                : Optional.empty();
    }
}
