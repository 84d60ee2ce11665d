package dev.mulligan.workspace.snapshot;

import java.util.List;

/**
 * The difference of two trees.
 *
 * @param text as a git diff
 * @param lines added and removed
 */
public record TreePatch(String text, List<String> files, int lines) {
    public TreePatch {
        files = List.copyOf(files);
    }

    static TreePatch of(String text, List<String> files) {
        long changed = text.lines()
                .filter(line -> (line.startsWith("+") && !line.startsWith("+++ "))
                        || (line.startsWith("-") && !line.startsWith("--- ")))
                .count();
        return new TreePatch(text, files, (int) Math.min(Integer.MAX_VALUE, changed));
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }
}
