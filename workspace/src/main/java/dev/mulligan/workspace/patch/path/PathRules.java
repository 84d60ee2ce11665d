package dev.mulligan.workspace.patch.path;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which paths an edit may name at all. Decided by the text alone, before any file is looked at. */
public final class PathRules {
    private static final int MOST_CHARS = 1_000;
    private static final List<String> PLACEHOLDER_NAMES = List.of(
            "path/to/", "/path/to/", "your/file", "your_file", "yourfile", "path_to_file", "filename.ext", "file.ext");

    private PathRules() {}

    /** Why the path is refused, or empty. */
    public static Optional<String> objection(String path) {
        if (path.isBlank() || path.length() > MOST_CHARS) {
            return Optional.of("the path is empty or too long");
        }
        if (path.chars().anyMatch(c -> c < 32 || c == 127)) {
            return Optional.of("the path has control characters");
        }
        if (path.startsWith("/") || path.startsWith("\\")) {
            return Optional.of("the path is absolute");
        }
        if (path.length() > 1 && path.charAt(1) == ':' && Character.isLetter(path.charAt(0))) {
            return Optional.of("the path names a drive");
        }
        if (path.startsWith("~")) {
            return Optional.of("the path names a home folder");
        }
        if (Arrays.stream(path.split("/", -1)).map(PathRules::canonical).anyMatch(PathRules::isGitInDisguise)) {
            return Optional.of("the path goes into .git");
        }
        return leads(path);
    }

    /** Where no path may lead, whoever named it: out of the workspace, into git's folder or ours. */
    public static Optional<String> leads(String path) {
        if (path.startsWith("/")) {
            return Optional.of("the path is absolute");
        }
        return Arrays.stream(path.split("/", -1))
                .flatMap(part -> objectionToPart(part).stream())
                .findFirst();
    }

    private static Optional<String> objectionToPart(String part) {
        if (part.isEmpty() || part.equals(".")) {
            return Optional.of("the path has an empty part");
        }
        if (part.equals("..")) {
            return Optional.of("the path leaves the workspace");
        }
        String name = canonical(part);
        if (name.equals(".git") || name.equals("git~1")) {
            return Optional.of("the path goes into .git");
        }
        return name.equals(".mulligan") ? Optional.of("the path goes into .mulligan") : Optional.empty();
    }

    private static boolean isGitInDisguise(String name) {
        return name.startsWith("git~") || name.startsWith(".git:");
    }

    /** The name as the least careful file system would see it: no case, no ignorable characters, no trailing dots. */
    static String canonical(String part) {
        StringBuilder out = new StringBuilder();
        Normalizer.normalize(part, Normalizer.Form.NFKC)
                .codePoints()
                .filter(c -> Character.getType(c) != Character.FORMAT)
                .forEach(out::appendCodePoint);
        while (!out.isEmpty() && (out.charAt(out.length() - 1) == '.' || out.charAt(out.length() - 1) == ' ')) {
            out.setLength(out.length() - 1);
        }
        return out.toString().toLowerCase(Locale.ROOT);
    }

    /** {@code path/to/file.py} and the like: a name nobody meant. */
    static boolean isPlaceholder(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        return lower.contains("<") || PLACEHOLDER_NAMES.stream().anyMatch(lower::startsWith);
    }
}
