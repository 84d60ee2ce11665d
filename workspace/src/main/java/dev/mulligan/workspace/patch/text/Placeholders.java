package dev.mulligan.workspace.patch.text;

import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import java.util.List;
import java.util.Locale;

/** Recognises "... rest of the code ..." where code should be. */
public final class Placeholders {
    private static final List<String> COMMENT_STARTS =
            List.of("//", "#", "/*", "*", "--", ";", "<!--", "%", "{/*", "(*", "'''", "\"\"\"", "rem ");
    private static final List<String> PHRASES = List.of(
            "existing code",
            "existing implementation",
            "existing content",
            "rest of the",
            "rest of code",
            "rest of file",
            "rest remains",
            "rest unchanged",
            "remaining code",
            "remaining methods",
            "remains the same",
            "remain the same",
            "remains unchanged",
            "remain unchanged",
            "stays the same",
            "stay the same",
            "stay unchanged",
            "unchanged code",
            "code unchanged",
            "same as before",
            "same as above",
            "previous code",
            "other methods",
            "other code",
            "code omitted",
            "omitted for brevity",
            "your code here",
            "keep the rest",
            "no changes",
            "unchanged");

    private Placeholders() {}

    /** In a new file a lone {@code // ...} may be part of what is written; in a change it stands for code. */
    public static boolean isPlaceholderInNewFile(String line, String path) {
        return !words(line).isEmpty() && isPlaceholder(line, path);
    }

    public static boolean isPlaceholder(String line, String path) {
        String text = line.strip();
        if (text.length() > 160 || text.isEmpty()) {
            return false;
        }
        boolean comment = COMMENT_STARTS.stream().anyMatch(text.toLowerCase(Locale.ROOT)::startsWith);
        boolean dots = text.contains("...") || text.contains("\u2026");
        boolean bracketed =
                (text.startsWith("[") && text.endsWith("]")) || (text.startsWith("<") && text.endsWith(">"));
        String words = words(text);
        if (words.isEmpty()) {
            return dots && (comment || !isPython(path)) && !text.contains("{");
        }
        boolean phrase = PHRASES.stream().anyMatch(words::contains);
        if (!phrase) {
            return false;
        }
        boolean opens = text.startsWith("...") || text.startsWith("\u2026");
        if (comment) {
            return dots || bracketedInside(text) || isOnlyPhrase(words);
        }
        return opens || (bracketed && dots);
    }

    /** A context line that is dots, perhaps in a comment, perhaps with words such as "existing code". */
    public static boolean isElision(String line) {
        return isPlaceholder(line, "") || line.strip().equals("\u22EE");
    }

    private static boolean bracketedInside(String text) {
        int open = text.indexOf('[');
        int close = text.lastIndexOf(']');
        return open >= 0 && close > open && close >= text.length() - 4;
    }

    private static boolean isOnlyPhrase(String words) {
        return words.split(" ").length <= 8
                && (words.startsWith("rest of")
                        || words.startsWith("existing code")
                        || words.startsWith("the rest")
                        || words.startsWith("remaining code")
                        || words.startsWith("remaining methods")
                        || words.endsWith("remains the same")
                        || words.endsWith("remain the same")
                        || words.endsWith("remains unchanged")
                        || words.endsWith("remain unchanged")
                        || words.endsWith("stay the same")
                        || words.endsWith("stays the same")
                        || words.endsWith("omitted for brevity"));
    }

    private static boolean isPython(String path) {
        return path.endsWith(".py") || path.endsWith(".pyi");
    }

    /** Lower-case words, one space apart. */
    private static String words(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isLetterOrDigit(c)) {
                out.append(Character.toLowerCase(c));
            } else if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
                out.append(' ');
            }
        }
        return out.toString().strip();
    }

    public static PatchProblem problem(String path, String line) {
        return PatchProblem.in(
                path,
                Kind.INVALID_PATCH,
                "an added line stands for code instead of being code: \"" + line.strip() + "\"",
                "Write out the code, or quote only the lines around the change.");
    }
}
