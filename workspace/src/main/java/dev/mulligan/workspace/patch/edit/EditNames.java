package dev.mulligan.workspace.patch.edit;

import java.util.List;

/**
 * The names a diff gives to one file, empty where it gives none ({@code /dev/null} included).
 *
 * @param diff whether they come from diff headers, where {@code a/} and {@code b/} are usually not folders
 */
public record EditNames(String from, String to, boolean diff) {
    private static final List<String> PREFIXES = List.of("a/", "b/", "i/", "w/", "c/", "o/", "old/", "new/");

    public static EditNames plain(String path) {
        return new EditNames(path, path, false);
    }

    public String shown() {
        String shown = to.isEmpty() ? from : to;
        return diff ? stripped(shown) : shown;
    }

    /** Whether both names carry one of the prefixes diff programs add. */
    public boolean prefixed() {
        return diff && (from.isEmpty() || hasPrefix(from)) && (to.isEmpty() || hasPrefix(to));
    }

    static boolean hasPrefix(String name) {
        return PREFIXES.stream().anyMatch(name::startsWith);
    }

    public static String stripped(String name) {
        return PREFIXES.stream()
                .filter(name::startsWith)
                .findFirst()
                .map(prefix -> name.substring(prefix.length()))
                .orElse(name);
    }
}
