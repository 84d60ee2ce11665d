package dev.mulligan.workspace.patch.edit;

/**
 * One line of a hunk.
 *
 * @param marked whether the line carried its own mark (space, plus, minus); models often lose the space
 */
public record HunkLine(Op op, String text, boolean marked) {
    /** What a line asks for. {@code ELISION} stands for context the model left out with dots. */
    public enum Op {
        CONTEXT,
        REMOVE,
        ADD,
        ELISION
    }

    public static HunkLine context(String text) {
        return new HunkLine(Op.CONTEXT, text, true);
    }

    public static HunkLine remove(String text) {
        return new HunkLine(Op.REMOVE, text, true);
    }

    public static HunkLine add(String text) {
        return new HunkLine(Op.ADD, text, true);
    }

    public HunkLine withText(String changed) {
        return new HunkLine(op, changed, marked);
    }

    public boolean isOld() {
        return op == Op.CONTEXT || op == Op.REMOVE;
    }

    public boolean isNew() {
        return op == Op.CONTEXT || op == Op.ADD;
    }

    public boolean isChange() {
        return op == Op.REMOVE || op == Op.ADD;
    }
}
