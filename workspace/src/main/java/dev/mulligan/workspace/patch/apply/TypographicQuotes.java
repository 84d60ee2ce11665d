package dev.mulligan.workspace.patch.apply;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.edit.HunkLine.Op;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.text.Punctuation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Answers in which something turned plain quotes into typographic ones.
 *
 * <p>One quoted line proves it for the whole answer. Without proof such characters are kept as meant, unless the answer
 * has no plain quote at all: then nobody can tell.
 */
public final class TypographicQuotes {
    private final Set<String> plainForms = new HashSet<>();
    private boolean literal;

    /** Plain characters for which the answer has typographic ones where the file has the plain one. */
    public Set<String> plainForms() {
        return Set.copyOf(plainForms);
    }

    void learn(Set<String> proven) {
        plainForms.addAll(proven);
        if (proven.contains("'") || proven.contains("\"")) {
            plainForms.addAll(List.of("'", "\""));
        }
    }

    /** The file itself has such characters where the answer has them. */
    void learnLiteral() {
        literal = true;
    }

    /** A line with every proven character made plain, but for those the file itself uses. */
    String plain(String line, Set<Character> kept) {
        if (plainForms.isEmpty() || Punctuation.isPlain(line)) {
            return line;
        }
        StringBuilder out = new StringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            String form = Punctuation.plain(c);
            out.append(plainForms.contains(form) && !kept.contains(c) ? form : String.valueOf(c));
        }
        return out.toString();
    }

    /** Added lines have typographic quotes, no line has a plain one, and nothing was proven. */
    public boolean isUnproven(List<FileEdit> edits) {
        boolean odd = false;
        for (FileEdit edit : edits) {
            for (Hunk hunk : edit instanceof FileEdit.Diff diff ? diff.hunks() : List.<Hunk>of()) {
                for (HunkLine line : hunk.lines()) {
                    if (line.text().indexOf('"') >= 0 || line.text().indexOf('\'') >= 0) {
                        return false;
                    }
                    odd |= line.op() == Op.ADD && Punctuation.hasOddQuote(line.text());
                }
            }
        }
        return odd && !literal;
    }

    public static PatchProblem problem() {
        return PatchProblem.of(
                Kind.INVALID_PATCH,
                "added lines have typographic quotes and nothing shows whether they are meant",
                "Use plain quotes, or quote a line of the file that has such a character.");
    }
}
