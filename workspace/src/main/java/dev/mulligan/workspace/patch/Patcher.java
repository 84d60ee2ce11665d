package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.apply.EditPlan;
import dev.mulligan.workspace.patch.apply.TypographicQuotes;
import dev.mulligan.workspace.patch.dialect.AnswerParser;
import dev.mulligan.workspace.patch.edit.ParsedAnswer;
import dev.mulligan.workspace.patch.edit.PatchLimits;
import dev.mulligan.workspace.patch.edit.PatchOutcome;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.edit.SourceTree;
import dev.mulligan.workspace.patch.parse.KnownFiles;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import dev.mulligan.workspace.patch.path.EditPaths;
import dev.mulligan.workspace.patch.path.WorkspaceNames;
import dev.mulligan.workspace.patch.text.HtmlEntities;
import java.io.IOException;
import java.util.List;

/**
 * Works out, in memory, what a model's answer makes of the files: everything it asks for, or nothing.
 *
 * <p>An edit that could land in two places, or of which any part does not fit, is refused with the reason.
 */
public final class Patcher {
    private final SourceTree tree;
    private final PatchLimits limits;
    private final List<String> roots;

    /** @param roots absolute paths the answer may use for the workspace itself */
    public Patcher(SourceTree tree, PatchLimits limits, List<String> roots) {
        this.tree = tree;
        this.limits = limits;
        this.roots = List.copyOf(roots);
    }

    public PatchOutcome apply(String answer) throws IOException {
        if (answer.length() > limits.answerChars()) {
            return refused(PatchProblem.of(
                    Kind.TOO_LARGE,
                    "the answer has " + answer.length() + " characters, the limit is " + limits.answerChars(),
                    "Send the change in parts, as diffs rather than whole files."));
        }
        KnownFiles files = new WorkspaceNames(tree, new EditPaths(tree, roots));
        ParsedAnswer parsed = AnswerParser.parse(answer, files);
        boolean nothing = parsed.edits().isEmpty();
        PatchOutcome outcome = apply(parsed, answer);
        return nothing && HtmlEntities.occurIn(answer) ? unescaped(answer, files, outcome) : outcome;
    }

    /** Even the marks of the edits may be escaped; then everything is. */
    private PatchOutcome unescaped(String answer, KnownFiles files, PatchOutcome outcome) throws IOException {
        String decoded = HtmlEntities.decode(answer);
        PatchOutcome second = apply(AnswerParser.parse(decoded, files), decoded);
        return second.succeeded() ? second : outcome;
    }

    private PatchOutcome apply(ParsedAnswer parsed, String answer) throws IOException {
        if (!parsed.problems().isEmpty()) {
            return new PatchOutcome.Refused(parsed.problems());
        }
        if (parsed.edits().isEmpty()) {
            return refused(UnparsedEdits.none(answer));
        }
        if (parsed.edits().size() > limits.files() || parsed.hunks() > limits.hunks()) {
            return refused(PatchProblem.of(
                    Kind.TOO_LARGE,
                    "the answer edits " + parsed.edits().size() + " files in " + parsed.hunks() + " hunks",
                    "Send the change in parts."));
        }
        TypographicQuotes typography = new TypographicQuotes();
        PatchOutcome outcome = work(parsed, typography);
        if (!outcome.succeeded()) {
            return outcome;
        }
        if (!typography.plainForms().isEmpty()) {
            return work(parsed, typography);
        }
        return typography.isUnproven(parsed.edits()) ? refused(TypographicQuotes.problem()) : outcome;
    }

    private PatchOutcome work(ParsedAnswer parsed, TypographicQuotes typography) throws IOException {
        return new EditPlan(tree, new EditPaths(tree, roots), limits, typography).work(parsed.edits());
    }

    private static PatchOutcome refused(PatchProblem problem) {
        return new PatchOutcome.Refused(List.of(problem));
    }
}
