package dev.mulligan.workspace.patch.parse;

import java.util.Optional;

/** Finds the file that a block is for in the lines before it. */
public final class BlockName {
    private static final int LOOK_BACK = 4;

    private BlockName() {}

    /**
     * The nearest name in the few lines of text before a block, not going back behind {@code limit}. A file that a
     * sentence ends with counts where no line is a name.
     */
    public static Optional<String> before(AnswerLines answer, int start, int limit) {
        int seen = 0;
        boolean outside = false;
        Optional<String> mentioned = Optional.empty();
        for (int i = start - 1; i >= limit && seen < LOOK_BACK; i--) {
            String line = answer.lines().get(i);
            if (line.isBlank()) {
                continue;
            }
            if (CodeFence.opening(line).isPresent()) {
                Optional<String> named = outside
                        ? Optional.empty()
                        : FenceName.in(line, answer.origin().files());
                if (named.isPresent()) {
                    return named;
                }
                outside = true;
                continue;
            }
            seen++;
            Optional<String> name = answer.nameIn(i).or(() -> WrittenPath.quoted(line));
            if (name.isPresent()) {
                return name;
            }
            mentioned = mentioned.or(
                    () -> WrittenPath.ending(line).filter(answer.origin().files()::hasFile));
        }
        return mentioned;
    }
}
