package dev.mulligan.failure;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The phrases a rule asks for, by number: one of {@code any}, one of each further group, none of {@code not}. */
final class Wording {
    private final int[] any;
    private final int[][] and;
    private final int[] not;

    Wording(List<Integer> any, List<List<Integer>> and, List<Integer> not) {
        this.any = array(any);
        this.and = and.stream().map(Wording::array).toArray(int[][]::new);
        this.not = array(not);
    }

    private static int[] array(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    boolean asksForNothing() {
        return any.length == 0;
    }

    IntStream any() {
        return Arrays.stream(any);
    }

    IntStream wanted() {
        return IntStream.concat(any(), Arrays.stream(and).flatMapToInt(Arrays::stream));
    }

    /** Called for rules that already have one of their {@code any}. */
    boolean fits(Hits hits) {
        for (int[] group : and) {
            if (!hits.hasAny(group)) {
                return false;
            }
        }
        return not.length == 0 || !hits.hasAny(not);
    }
}
