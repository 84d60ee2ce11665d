package dev.mulligan.workspace.patch.parse;

import java.util.Optional;

/**
 * Where a text with edits comes from: it is the answer itself, or was quoted inside it.
 *
 * @param whole whether it is known to be complete, because it was quoted inside something complete
 * @param path the file that what it was quoted in names, if any
 * @param folder the folder its paths start from, empty for the workspace
 * @param depth how many quotations deep
 * @param files what stands in the workspace, for names that prose could be as well
 */
public record AnswerOrigin(boolean whole, Optional<String> path, String folder, int depth, KnownFiles files) {
    public static final int DEEPEST = 3;

    /** The answer itself, about these files. */
    public static AnswerOrigin answer(KnownFiles files) {
        return new AnswerOrigin(false, Optional.empty(), "", 0, files);
    }

    public AnswerOrigin quoted(Optional<String> about, String inFolder) {
        return new AnswerOrigin(true, about.or(() -> path), inFolder.isEmpty() ? folder : inFolder, depth + 1, files);
    }
}
