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

    /**
     * The line is a path and nothing else but decoration. Blanks and other signs that prose has too belong to a path
     * when such a file or its folder is there.
     */
    public static Optional<String> alone(String line, KnownFiles files) {
        String text = line.strip();
        if (text.isEmpty() || text.length() > LONGEST) {
            return Optional.empty();
        }
        if (mayBeName(text) && files.hasFile(text)) {
            return Optional.of(text);
        }
        Optional<String> tagged = tagged(text);
        if (tagged.isPresent()) {
            return tagged;
        }
        String dashed = trim(text, "#*>=: \t", "*: \t=");
        text = trim(dashed, "-#*>=: \t", "");
        if (text.length() < dashed.length() && text.endsWith(" ---")) {
            text = trim(text, "", "- ");
        }
        boolean named = isQuoted(text);
        text = undecorated(text);
        String own = undecorated(dashed);
        if (isNameWithDash(own) && !files.hasFile(text)) {
            return Optional.of(own);
        }
        for (String label : LABELS) {
            if (text.toLowerCase(Locale.ROOT).startsWith(label)) {
                text = trim(text.substring(label.length()), "*`\"' \t", "*`\"' \t");
                named = true;
            }
        }
        boolean path = looksLikePath(text) || (named && looksLikeOddPath(text)) || isThere(text, files);
        return path ? Optional.of(text) : Optional.empty();
    }

    /** What is left of a line without marks of headings, lists, emphasis and quotes. */
    static String bare(String line) {
        return undecorated(trim(line.strip(), "-#*>=: \t", "*: \t="));
    }

    private static String undecorated(String text) {
        return withoutBrackets(trim(text, "`\"' \t", "`\"' :\t"));
    }

    /** A name may start with a dash; an item of a list has a blank behind it. */
    private static boolean isNameWithDash(String text) {
        return text.length() > 1
                && text.charAt(0) == '-'
                && Character.isLetterOrDigit(text.charAt(1))
                && looksLikePath(text);
    }

    /** Lines of code are many; few of them can be the name of a file. */
    private static boolean mayBeName(String text) {
        return text.indexOf('/') >= 0 || text.indexOf('.') >= 0 || text.indexOf(' ') < 0;
    }

    /** A file that is there, or one to be made in a folder that is there. */
    private static boolean isThere(String text, KnownFiles files) {
        if (text.isEmpty() || !isNamed(text)) {
            return false;
        }
        int slash = text.indexOf('/');
        boolean inside = slash > 0 && looksLikeOddPath(text) && files.hasFolder(text.substring(0, slash));
        return inside || files.hasFile(text);
    }

    /** A path as the last word of a line. */
    static Optional<String> ending(String line) {
        String text = bare(line);
        String last = trim(text.substring(text.lastIndexOf(' ') + 1), "`\"'(*", "`\"'):*");
        return looksLikePath(last) ? Optional.of(last) : Optional.empty();
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
            Optional<String> attribute = FileTag.path(tag);
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
    static boolean looksLikeOddPath(String text) {
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
