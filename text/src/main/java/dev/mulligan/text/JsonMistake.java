package dev.mulligan.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/** What is wrong with a text that should be JSON, in words of ours: the parser speaks of tokens, contexts and features. */
final class JsonMistake {

    private static final Pattern WORD = Pattern.compile("Unrecognized token '(.*?)'(?::|$).*", Pattern.DOTALL);
    private static final Pattern CHARACTER =
            Pattern.compile("Unexpected character \\('?(.*?)'? \\(code.*?\\)\\)(.*)", Pattern.DOTALL);
    private static final Pattern BRACKET =
            Pattern.compile("Unexpected close marker '(.)': expected '(.)'.*", Pattern.DOTALL);
    private static final Pattern ESCAPE =
            Pattern.compile("Unrecognized character escape '?(.*?)'? \\(code.*", Pattern.DOTALL);
    private static final int LONGEST = 40;

    private JsonMistake() {}

    static JsonException of(JacksonException e) {
        String problem = inWords(String.valueOf(e.getOriginalMessage()));
        return e.getLocation() == null
                ? new JsonException(problem, e)
                : new JsonException(
                        problem, e.getLocation().getLineNr(), e.getLocation().getColumnNr(), e);
    }

    /** @param said by the parser */
    private static String inWords(String said) {
        Matcher bracket = BRACKET.matcher(said);
        if (bracket.matches()) {
            return "'" + bracket.group(1) + "' where '" + bracket.group(2) + "' is expected";
        }
        Matcher word = WORD.matcher(said);
        if (word.matches()) {
            return "'" + shortened(word.group(1)) + "' is no value; a text stands in double quotes";
        }
        Matcher character = CHARACTER.matcher(said);
        if (character.matches()) {
            return "'" + character.group(1) + "' where " + expected(character.group(2)) + " is expected";
        }
        Matcher escape = ESCAPE.matcher(said);
        if (escape.matches()) {
            return "'\\" + escape.group(1) + "' means nothing in a text; a backslash is written twice";
        }
        if (said.contains("end-of-input")) {
            return "the text ends too early: something that was begun is not closed";
        }
        if (said.contains("unquoted character")) {
            return "a text has a line break or a control character in it; it is written as \\n or \\u and a number";
        }
        if (said.contains("numeric value") || said.contains("umber") || said.contains("leading zero")) {
            return "a number is not written as JSON has it";
        }
        return "this is not JSON";
    }

    private static String expected(String rest) {
        if (rest.contains("property name")) {
            return "a name in double quotes";
        }
        if (rest.contains("colon")) {
            return "a colon";
        }
        return rest.contains("comma") ? "a comma or the end" : "a value";
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + " …";
    }
}
