package dev.mulligan.workspace.patch;

import java.util.Optional;

/**
 * Where a text with edits comes from: it is the answer itself, or was quoted inside it.
 *
 * @param whole whether it is known to be complete, because it was quoted inside something complete
 * @param path the file that what it was quoted in names, if any
 * @param folder the folder its paths start from, empty for the workspace
 * @param depth how many quotations deep
 */
record Origin(boolean whole, Optional<String> path, String folder, int depth) {
    static final int DEEPEST = 3;
    static final Origin ANSWER = new Origin(false, Optional.empty(), "", 0);

    Origin quoted(Optional<String> about, String inFolder) {
        return new Origin(true, about.or(() -> path), inFolder.isEmpty() ? folder : inFolder, depth + 1);
    }
}
