package dev.mulligan.workspace.patch.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Line numbers that models copy from a listing into the lines they quote: {@code 12 | code}. */
final class LineNumbers {
    private LineNumbers() {}

    /** Both sides without numbers, if every old line has the one that follows the line before. */
    static Optional<BlockSides> without(List<String> old, List<String> fresh) {
        List<String> plainOld = new ArrayList<>();
        int expected = first(old).orElse(-1);
        for (String line : old) {
            Optional<String> text = number(line).orElse(-2) == expected++ ? text(line) : Optional.empty();
            if (text.isEmpty()) {
                return Optional.empty();
            }
            plainOld.add(text.get());
        }
        List<String> plainFresh =
                fresh.stream().flatMap(line -> text(line).stream()).toList();
        boolean all = plainFresh.size() == fresh.size();
        return plainFresh.isEmpty() || all
                ? Optional.of(new BlockSides(plainOld, all ? plainFresh : fresh))
                : Optional.empty();
    }

    static OptionalInt first(List<String> lines) {
        return lines.isEmpty() ? OptionalInt.empty() : number(lines.getFirst());
    }

    private static OptionalInt number(String line) {
        int bar = line.indexOf('|');
        String digits = bar < 0 ? "" : line.substring(0, bar).strip();
        boolean usable =
                !digits.isEmpty() && digits.length() < 8 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return usable ? OptionalInt.of(Integer.parseInt(digits)) : OptionalInt.empty();
    }

    private static Optional<String> text(String line) {
        if (number(line).isEmpty()) {
            return Optional.empty();
        }
        String rest = line.substring(line.indexOf('|') + 1);
        return Optional.of(rest.startsWith(" ") ? rest.substring(1) : rest);
    }
}
