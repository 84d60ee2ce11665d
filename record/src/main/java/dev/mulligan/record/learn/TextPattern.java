package dev.mulligan.record.learn;

import dev.mulligan.redact.Secrets;

/**
 * What two texts have in common when only their particulars differ: numbers, ids, paths, addresses and quoted parts become
 * placeholders, white space is folded, the rest is cut short. One pass, bounded result.
 */
public final class TextPattern {

    private static final int PROMPT = 120;
    private static final int MESSAGE = 200;
    private static final int SOON = 300;
    private static final int READ = 4000;

    private TextPattern() {}

    /** The template a prompt seems to be made from: its beginning, which is where instructions stand. */
    public static String ofPrompt(String prompt) {
        return pattern(prompt, PROMPT);
    }

    /** An error message without the particulars of one occurrence. */
    public static String ofMessage(String message) {
        return pattern(message, MESSAGE);
    }

    /** Searched for secrets before it is cut: half a key is not recognised. Most patterns are full after a few lines. */
    private static String pattern(String text, int longest) {
        String soon = build(clean(text, SOON), longest);
        return soon.length() >= longest || text.length() <= SOON
                ? cut(soon, longest)
                : cut(build(clean(text, READ), longest), longest);
    }

    /** The beginning without its secrets, and without its last word when that is cut. */
    private static String clean(String text, int most) {
        if (text.length() <= most) {
            return Secrets.redact(text);
        }
        int end = most;
        while (end > 0 && !Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return Secrets.redact(text.substring(0, end));
    }

    private static String cut(String pattern, int longest) {
        return (pattern.length() > longest ? pattern.substring(0, longest) : pattern).strip();
    }

    private static String build(String text, int longest) {
        int limit = text.length();
        StringBuilder out = new StringBuilder(Math.min(limit, longest));
        int i = 0;
        while (i < limit && out.length() < longest) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c)) {
                if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
                    out.append(' ');
                }
                i++;
            } else if (c == '"' || c == '`') {
                int end = text.indexOf(c, i + 1);
                boolean closed = end > 0 && end < Math.min(limit, i + 500);
                out.append(closed ? "<text>" : String.valueOf(c));
                i = closed ? end + 1 : i + 1;
            } else {
                int end = i;
                while (end < limit
                        && !Character.isWhitespace(text.charAt(end))
                        && "\"`,;()[]{}".indexOf(text.charAt(end)) < 0) {
                    end++;
                }
                out.append(end == i ? String.valueOf(c) : word(text.substring(i, end)));
                i = Math.max(end, i + 1);
            }
        }
        return out.toString();
    }

    private static String word(String word) {
        if (word.contains("://")) {
            return "<url>";
        }
        int slashes = count(word, '/') + count(word, '\\');
        if (slashes >= 2 || (slashes == 1 && word.indexOf('.') > 0)) {
            return "<path>";
        }
        int digits = 0;
        int letters = 0;
        for (int i = 0; i < word.length(); i++) {
            digits += Character.isDigit(word.charAt(i)) ? 1 : 0;
            letters += Character.isLetter(word.charAt(i)) ? 1 : 0;
        }
        if (digits == 0) {
            return word;
        }
        boolean id = word.length() >= 8 && digits >= 2 && letters >= 2;
        return id && word.indexOf('=') < 0 ? "<id>" : numbers(word);
    }

    private static int count(String word, char wanted) {
        return (int) word.chars().filter(c -> c == wanted).count();
    }

    private static String numbers(String word) {
        StringBuilder out = new StringBuilder();
        boolean inNumber = false;
        for (int i = 0; i < word.length(); i++) {
            boolean digit = Character.isDigit(word.charAt(i));
            if (!digit) {
                out.append(word.charAt(i));
            } else if (!inNumber) {
                out.append("<n>");
            }
            inNumber = digit;
        }
        return out.toString();
    }
}
