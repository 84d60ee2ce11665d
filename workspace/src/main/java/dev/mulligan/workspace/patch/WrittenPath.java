package dev.mulligan.workspace.patch;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds a file name in a line that introduces code. */
final class WrittenPath {
    private static final List<String> LABELS = List.of("file:", "path:", "filename:", "file path:", "filepath:");
    private static final int LONGEST = 300;

    private WrittenPath() {}

    /** The line is a path and nothing else but decoration. */
    static Optional<String> alone(String line) {
        String text = line.strip();
        if (text.isEmpty() || text.length() > LONGEST) {
            return Optional.empty();
        }
        text = trim(text, "#*>-=[]()`\"': \t", "*:`\"' \t[]()=");
        for (String label : LABELS) {
            if (text.toLowerCase(Locale.ROOT).startsWith(label)) {
                text = trim(text.substring(label.length()), "*`\"' \t", "*`\"' \t");
            }
        }
        return looksLikePath(text) ? Optional.of(text) : Optional.empty();
    }

    /** A path in back quotes somewhere in a sentence; the last one, since that is nearest to the code. */
    static Optional<String> quoted(String line) {
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
