package dev.mulligan.workspace.patch.parse;

import java.util.OptionalInt;

/** A line that starts with {@code @@}, however much of it the model got right. */
public record HunkHeader(OptionalInt oldStart, OptionalInt oldCount, OptionalInt newCount, String section) {
    public static final HunkHeader NONE =
            new HunkHeader(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), "");

    public static boolean isHeader(String line) {
        return line.startsWith("@@");
    }

    public static HunkHeader parse(String line) {
        String text = line.substring(2);
        int close = text.indexOf("@@");
        String numbers = (close < 0 ? text : text.substring(0, close)).strip();
        String section = close < 0 ? "" : text.substring(close + 2).strip();
        String[] parts = numbers.split("\\s+", -1);
        if (!numbers.startsWith("-")) {
            return new HunkHeader(
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    close < 0 ? numbers : numbers + section);
        }
        OptionalInt start = number(parts[0].substring(1), 0);
        OptionalInt oldCount = number(parts[0].substring(1), 1);
        String right = parts.length > 1 && parts[1].startsWith("+") ? parts[1].substring(1) : "";
        OptionalInt newCount = number(right, 1);
        boolean nothing = oldCount.orElse(1) == 0 && newCount.orElse(1) == 0;
        boolean stated = start.isPresent() && start.getAsInt() > 0;
        return new HunkHeader(
                stated ? start : OptionalInt.empty(),
                nothing ? OptionalInt.empty() : oldCount,
                nothing ? OptionalInt.empty() : newCount,
                section);
    }

    /** A second anchor right behind this one: it is to be found inside what this one names. */
    public HunkHeader narrowedTo(HunkHeader inner) {
        return new HunkHeader(inner.oldStart, inner.oldCount, inner.newCount, section + "\n" + inner.section);
    }

    private static OptionalInt number(String range, int part) {
        String[] numbers = range.split(",", -1);
        if (part >= numbers.length || numbers[part].isEmpty() || numbers[part].length() > 8) {
            return OptionalInt.empty();
        }
        boolean digits = numbers[part].chars().allMatch(c -> c >= '0' && c <= '9');
        return digits ? OptionalInt.of(Integer.parseInt(numbers[part])) : OptionalInt.empty();
    }
}
