package dev.mulligan.workspace.patch;

import dev.mulligan.workspace.patch.PatchProblem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** {@code [SEARCH]} … {@code [REPLACE]} … {@code [/REPLACE]}. */
final class BracketBlocks implements Dialect {
    @Override
    public String name() {
        return "`[SEARCH]` blocks";
    }

    @Override
    public String usedBy() {
        return "prompts of one's own";
    }

    @Override
    public List<Sample> samples() {
        return List.of(Sample.of("closed by [/REPLACE]", """
                src/greet.py
                [SEARCH]
                    return "Bye " + name
                [REPLACE]
                    return "Goodbye " + name
                [/REPLACE]
                """), Sample.of("in a fence, both sides closed", """
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

    static boolean opens(String line) {
        return is(line, "[SEARCH]");
    }

    static boolean isMark(String line) {
        return opens(line) || is(line, "[/SEARCH]") || is(line, "[REPLACE]") || is(line, "[/REPLACE]");
    }

    private static boolean is(String line, String mark) {
        return line.strip().toUpperCase(Locale.ROOT).equals(mark);
    }

    @Override
    public List<Region> read(AnswerLines answer) {
        List<Region> regions = new ArrayList<>();
        Optional<String> name = answer.origin().path();
        int end = 0;
        for (int at = 0; at < answer.lines().size(); at++) {
            if (opens(answer.lines().get(at))) {
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
            if (is(lines.get(i), "[/REPLACE]")) {
                return i + 1;
            }
            if (opens(lines.get(i)) || Fence.opening(lines.get(i)).isPresent()) {
                return i;
            }
        }
        return lines.size();
    }

    private static Region block(List<String> block, int start, Optional<String> name) {
        List<Integer> divider = new ArrayList<>();
        int searchEnd = -1;
        for (int i = 1; i < block.size(); i++) {
            if (is(block.get(i), "[REPLACE]")) {
                divider.add(i);
            }
            searchEnd = is(block.get(i), "[/SEARCH]") ? i : searchEnd;
        }
        boolean closed = is(block.getLast(), "[/REPLACE]");
        if (divider.size() != 1 || !closed || name.isEmpty()) {
            String reason = name.isEmpty() ? "a [SEARCH] block names no file" : "a [SEARCH] block is not complete";
            return Region.refused(
                    start,
                    start + block.size(),
                    PatchProblem.of(
                            Kind.INVALID_PATCH,
                            Leftovers.quoted(reason, block),
                            "Write the path, [SEARCH], the old lines, [REPLACE], the new lines, [/REPLACE]."));
        }
        int old = searchEnd > 0 && searchEnd < divider.getFirst() ? searchEnd : divider.getFirst();
        BlockSides sides =
                new BlockSides(block.subList(1, old), block.subList(divider.getFirst() + 1, block.size() - 1));
        return Region.of(start, start + block.size(), sides.edit(name.get(), OptionalInt.empty()));
    }
}
