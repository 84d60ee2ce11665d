package dev.mulligan.workspace.copy;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;

/**
 * What somebody wrote about the ignored files of a workspace and its working copies. A pattern without a slash fits a
 * name anywhere; one with a slash fits a path from the workspace's root. {@code *} and {@code **} work as in a shell.
 *
 * @param copy always copied, however large
 * @param link linked instead of copied: what is written there is written in the workspace
 * @param leave not there at all
 */
public record CopyRules(List<String> copy, List<String> link, List<String> leave) {

    public static final CopyRules NONE = new CopyRules(List.of(), List.of(), List.of());

    public CopyRules {
        copy = List.copyOf(copy);
        link = List.copyOf(link);
        leave = List.copyOf(leave);
    }

    /** Both together. */
    public CopyRules and(CopyRules more) {
        return new CopyRules(join(copy, more.copy), join(link, more.link), join(leave, more.leave));
    }

    private static List<String> join(List<String> one, List<String> other) {
        return java.util.stream.Stream.concat(one.stream(), other.stream()).toList();
    }

    public boolean copies(String path) {
        return fits(copy, path);
    }

    public boolean links(String path) {
        return fits(link, path);
    }

    public boolean leaves(String path) {
        return fits(leave, path);
    }

    private static boolean fits(List<String> patterns, String path) {
        Path whole = Path.of(path);
        return patterns.stream().anyMatch(written -> {
            String pattern = written.endsWith("/") ? written.substring(0, written.length() - 1) : written;
            Path subject = pattern.contains("/") ? whole : whole.getFileName();
            String fromRoot = pattern.startsWith("/") ? pattern.substring(1) : pattern;
            return FileSystems.getDefault().getPathMatcher("glob:" + fromRoot).matches(subject);
        });
    }
}
