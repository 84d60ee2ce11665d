package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.ParsedAnswer;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.parse.AlternativeAnswers;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerOrigin;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.KnownFiles;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import dev.mulligan.workspace.patch.parse.UnresolvedNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the edits in a raw answer, in whatever dialects and wrapping they come.
 *
 * <p>Each dialect takes the lines it understands. What is left must not look like an edit: then something would be
 * dropped, and the whole answer is refused instead.
 */
public final class AnswerParser {
    private static final int MOST_LOOKS = 3;

    private AnswerParser() {}

    public static ParsedAnswer parse(String answer, KnownFiles files) {
        return parse(AnswerLines.of(answer, AnswerOrigin.answer(files)));
    }

    /** A text that is to hold edits and nothing else. */
    static ParsedAnswer parseAll(AnswerLines answer) {
        return parse(answer, true);
    }

    static ParsedAnswer parse(AnswerLines answer) {
        return parse(answer, false);
    }

    private static ParsedAnswer parse(AnswerLines answer, boolean all) {
        List<AnswerRegion> regions = new ArrayList<>();
        AnswerLines rest = answer;
        int before;
        int looks = 0;
        // A second look: a dialect that stopped at another one's lines goes on behind them.
        do {
            before = rest.taken().cardinality();
            for (EditDialect dialect : EditDialects.ALL) {
                List<AnswerRegion> found = dialect.read(rest);
                regions.addAll(found);
                rest = rest.without(found);
            }
        } while (rest.taken().cardinality() > before && ++looks < MOST_LOOKS);
        regions.sort(Comparator.comparingInt(AnswerRegion::start));
        List<FileEdit> edits =
                regions.stream().flatMap(region -> region.edits().stream()).toList();
        List<PatchProblem> problems = new ArrayList<>(
                regions.stream().flatMap(region -> region.problems().stream()).toList());
        UnparsedEdits.in(rest).ifPresent(problems::add);
        if (problems.isEmpty()) {
            FenceRemains.in(answer, rest).ifPresent(problems::add);
        }
        if (all && problems.isEmpty() && !edits.isEmpty()) {
            UnparsedEdits.left(rest).ifPresent(problems::add);
        }
        if (problems.isEmpty()) {
            UnresolvedNames.in(rest, edits).ifPresent(problems::add);
        }
        AlternativeAnswers.in(answer, edits).ifPresent(problems::add);
        return new ParsedAnswer(edits, problems);
    }
}
