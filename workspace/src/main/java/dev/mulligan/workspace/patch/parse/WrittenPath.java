package dev.mulligan.workspace.patch.parse;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds a file name in a line that introduces code. */
public final class WrittenPath {
    private static final List<String> LABELS = List.of("file:", "path:", "filename:", "file path:", "filepath:");
    private static final List<String> NAME_TAGS = List.of("path", "file_path", "filepath", "filename", "file");
    private static final int LONGEST = 300;

    private WrittenPath() {}

    /** The line is a path and nothing else but decoration. */
    public static Optional<String> alone(String line) {
        String text = line.strip();
        if (text.isEmpty() || text.length() > LONGEST) {
            return Optional.empty();
        }
        Optional<String> tagged = tagged(text);
        if (tagged.isPresent()) {
            return tagged;
        }
        text = trim(text, "#*>-=: \t", "*: \t=");
        boolean named = isQuoted(text);
        text = withoutBrackets(trim(text, "`\"' \t", "`\"' :\t"));
        for (String label : LABELS) {
            if (text.toLowerCase(Locale.ROOT).startsWith(label)) {
                text = trim(text.substring(label.length()), "*`\"' \t", "*`\"' \t");
                named = true;
            }
        }
        return looksLikePath(text) || (named && looksLikeOddPath(text)) ? Optional.of(text) : Optional.empty();
    }

    private static boolean isQuoted(String text) {
        return text.length() > 2 && text.startsWith("`") && text.indexOf('`', 1) == text.length() - 1;
    }

    /** Brackets around the name, or a link whose text it is; a name may have brackets of its own. */
    private static String withoutBrackets(String text) {
        int link = text.startsWith("[") && text.endsWith(")") ? text.indexOf("](") : -1;
        if (link > 0) {
            return trim(text.substring(1, link), "`", "`");
        }
        boolean square = text.startsWith("[") && text.indexOf(']') == text.length() - 1;
        boolean round = text.startsWith("(") && text.indexOf(')') == text.length() - 1;
        return square || round ? trim(text.substring(1, text.length() - 1), "`", "`") : text;
    }

    /** {@code <path>NAME</path>} and {@code <file path="NAME">}, where a name may be anything. */
    private static Optional<String> tagged(String text) {
        if (!text.startsWith("<")) {
            return Optional.empty();
        }
        for (EditTag tag : EditTag.in(text)) {
            int close = text.indexOf("</", tag.end());
            if (!tag.closing() && NAME_TAGS.contains(tag.name()) && close > tag.end()) {
                return Optional.of(text.substring(tag.end(), close).strip());
            }
            Optional<String> attribute = tag.attribute("path").or(() -> tag.attribute("file_path"));
            if (attribute.isPresent()) {
                return attribute;
            }
        }
        return Optional.empty();
    }

    /** A path in back quotes somewhere in a sentence; the last one, since that is nearest to the code. */
    public static Optional<String> quoted(String line) {
        if (line.length() > 2_000) {
            return Optional.empty();
        }
        String[] parts = line.split("`", -1);
        for (int i = parts.length - 2 + parts.length % 2 - 1; i > 0; i--) {
            if (i % 2 == 1 && looksLikePath(parts[i].strip())) {
                return Optional.of(parts[i].strip());
            }
        }
        return Optional.empty();
    }

    private static String trim(String text, String leading, String trailing) {
        int from = 0;
        int to = text.length();
        while (from < to && leading.indexOf(text.charAt(from)) >= 0) {
            from++;
        }
        while (to > from && trailing.indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean looksLikePath(String text) {
        if (text.isEmpty() || text.length() > LONGEST || text.contains("://")) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isLetterOrDigit(c) && "./\\_-+@~$()[]:".indexOf(c) < 0) {
                return false;
            }
        }
        return isNamed(text);
    }

    /** With blanks and signs that prose has too: only where the line says that it is a name. */
    private static boolean looksLikeOddPath(String text) {
        boolean plain = text.chars()
                .allMatch(c -> Character.isLetterOrDigit(c) || " ./\\_-+@~$()[]:,&#%=!'{}^;".indexOf(c) >= 0);
        return plain && !text.isEmpty() && text.length() <= LONGEST && !text.contains("://") && isNamed(text);
    }

    private static boolean isNamed(String text) {
        String name = text.substring(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        boolean extension = dot >= 0 && dot < name.length() - 1 && Character.isLetterOrDigit(name.charAt(dot + 1));
        boolean folder = name.length() < text.length();
        boolean wellKnown = List.of("Makefile", "Dockerfile", "LICENSE", "README", "Rakefile", "Gemfile", "Procfile")
                .contains(name);
        return !name.isEmpty()
                && (extension || folder || wellKnown)
                && name.chars().anyMatch(Character::isLetter);
    }
}
