package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.parse.AnswerLines;
import dev.mulligan.workspace.patch.parse.AnswerRegion;
import dev.mulligan.workspace.patch.parse.BlockName;
import dev.mulligan.workspace.patch.parse.BracketMarks;
import dev.mulligan.workspace.patch.parse.CodeFence;
import dev.mulligan.workspace.patch.parse.UnparsedEdits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** {@code [SEARCH]} … {@code [REPLACE]} … {@code [/REPLACE]}. */
public final class BracketBlocks implements EditDialect {
    @Override
    public String name() {
        return "`[SEARCH]` blocks";
    }

    @Override
    public String usedBy() {
        return "prompts of one's own";
    }

    @Override
    public List<DialectSample> samples() {
        return List.of(
                DialectSample.of("closed by [/REPLACE]", """
                src/greet.py
                [SEARCH]
                    return "Bye " + name
                [REPLACE]
                    return "Goodbye " + name
                [/REPLACE]
                """), DialectSample.of("in a fence, both sides closed", """
                src/greet.py
                ```
                [SEARCH]
                    return "Bye " + name
                [/SEARCH]
                [REPLACE]
                    return "Goodbye " + name
                [/REPLACE]
                ```
                """));
    }

    @Override
    public List<AnswerRegion> read(AnswerLines answer) {
        List<AnswerRegion> regions = new ArrayList<>();
        Optional<String> name = answer.origin().path();
        int end = 0;
        for (int at = 0; at < answer.lines().size(); at++) {
            if (BracketMarks.opens(answer.lines().get(at))) {
                Optional<String> last = name;
                name = BlockName.before(answer, at, end).or(() -> last);
                end = end(answer.lines(), at);
                regions.add(block(answer.lines().subList(at, end), at, name));
                at = end - 1;
            }
        }
        return regions;
    }

    /** Behind the closing mark; a block without one ends at the next block or fence. */
    private static int end(List<String> lines, int start) {
        for (int i = start + 1; i < lines.size(); i++) {
            if (BracketMarks.is(lines.get(i), "[/REPLACE]")) {
                return i + 1;
            }
            if (BracketMarks.opens(lines.get(i))
                    || CodeFence.opening(lines.get(i)).isPresent()) {
                return i;
            }
        }
        return lines.size();
    }

    private static AnswerRegion block(List<String> block, int start, Optional<String> name) {
        List<Integer> divider = new ArrayList<>();
        int searchEnd = -1;
        for (int i = 1; i < block.size(); i++) {
            if (BracketMarks.is(block.get(i), "[REPLACE]")) {
                divider.add(i);
            }
            searchEnd = BracketMarks.is(block.get(i), "[/SEARCH]") ? i : searchEnd;
        }
        boolean closed = BracketMarks.is(block.getLast(), "[/REPLACE]");
        if (divider.size() != 1 || !closed || name.isEmpty()) {
            String reason = name.isEmpty() ? "a [SEARCH] block names no file" : "a [SEARCH] block is not complete";
            return AnswerRegion.refused(
                    start,
                    start + block.size(),
                    PatchProblem.of(
                            Kind.INVALID_PATCH,
                            UnparsedEdits.quoted(reason, block),
                            "Write the path, [SEARCH], the old lines, [REPLACE], the new lines, [/REPLACE]."));
        }
        int old = searchEnd > 0 && searchEnd < divider.getFirst() ? searchEnd : divider.getFirst();
        BlockSides sides =
                new BlockSides(block.subList(1, old), block.subList(divider.getFirst() + 1, block.size() - 1));
        return AnswerRegion.of(start, start + block.size(), sides.edit(name.get(), OptionalInt.empty()));
    }
}
