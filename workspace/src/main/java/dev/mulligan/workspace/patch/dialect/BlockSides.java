package dev.mulligan.workspace.patch.dialect;

import dev.mulligan.workspace.patch.edit.EditNames;
import dev.mulligan.workspace.patch.edit.FileEdit;
import dev.mulligan.workspace.patch.edit.FileEdit.Action;
import dev.mulligan.workspace.patch.edit.FileEdit.Intent;
import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.LineDiff;
import dev.mulligan.workspace.patch.parse.BlockMarks;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The old and the new lines of a block. Where {@code =======} stands twice there are several ways to part them. */
record BlockSides(List<String> old, List<String> fresh) {
    BlockSides {
        old = List.copyOf(old);
        fresh = List.copyOf(fresh);
    }

    /**
     * @param block the lines of the block without the closing one
     * @param from where the old lines start
     */
    static List<BlockSides> of(List<String> block, int from, List<Integer> dividers) {
        Set<BlockSides> sides = new LinkedHashSet<>();
        for (int divider : dividers) {
            List<String> old = block.subList(Math.min(from, divider), divider);
            List<String> fresh = block.subList(divider + 1, block.size());
            sides.add(new BlockSides(unescaped(old), unescaped(fresh)));
            sides.add(new BlockSides(unescaped(withoutEdges(old)), unescaped(withoutEdges(fresh))));
        }
        List<BlockSides> some =
                sides.stream().filter(side -> !side.old().isEmpty()).toList();
        return dividers.size() == 1 || some.isEmpty() ? List.of(sides.iterator().next()) : some;
    }

    /** Without dividers at the edges, where a model has written one too many. */
    private static List<String> withoutEdges(List<String> lines) {
        int from = 0;
        int to = lines.size();
        while (from < to && BlockMarks.divides(lines.get(from), 7)) {
            from++;
        }
        while (to > from && BlockMarks.divides(lines.get(to - 1), 7)) {
            to--;
        }
        return lines.subList(from, to);
    }

    private static List<String> unescaped(List<String> lines) {
        return lines.stream().map(BlockMarks::unescaped).toList();
    }

    FileEdit edit(String name, OptionalInt line) {
        if (old.stream().allMatch(String::isBlank)) {
            return new FileEdit.Content(name, Action.CREATE, fresh.isEmpty() ? "" : String.join("\n", fresh) + "\n");
        }
        Hunk literal = Hunk.of(1, LineDiff.between(old, fresh)).startingAt(line);
        Optional<Hunk> plain = LineNumbers.without(old, fresh)
                .map(side -> Hunk.of(1, LineDiff.between(side.old(), side.fresh()))
                        .startingAt(line.isPresent() ? line : LineNumbers.first(old)));
        if (plain.isEmpty()) {
            return new FileEdit.Diff(EditNames.plain(name), Intent.UPDATE, Optional.empty(), List.of(literal));
        }
        List<Hunk> readings = new ArrayList<>(List.of(literal));
        plain.ifPresent(readings::add);
        return new FileEdit.OneOf(name, readings);
    }
}
