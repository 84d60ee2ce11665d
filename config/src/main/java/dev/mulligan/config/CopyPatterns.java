package dev.mulligan.config;

import java.util.List;

/** What a file says about ignored files in working copies: patterns of paths to copy, to link and to leave out. */
public record CopyPatterns(List<String> copy, List<String> link, List<String> leave) {

    public static final CopyPatterns NONE = new CopyPatterns(List.of(), List.of(), List.of());

    public CopyPatterns {
        copy = List.copyOf(copy);
        link = List.copyOf(link);
        leave = List.copyOf(leave);
    }
}
