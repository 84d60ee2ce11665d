package dev.mulligan.failure.rule;

import dev.mulligan.failure.match.PhraseHits;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The phrases a rule asks for, by number: one of {@code any}, one of each further group, none of {@code not}. */
final class PhraseCondition {
    private final int[] any;
    private final int[][] and;
    private final int[] not;

    PhraseCondition(List<Integer> any, List<List<Integer>> and, List<Integer> not) {
        this.any = array(any);
        this.and = new int[and.size()][];
        for (int i = 0; i < and.size(); i++) {
            this.and[i] = array(and.get(i));
        }
        this.not = array(not);
    }

    static int[] array(List<Integer> numbers) {
        int[] array = new int[numbers.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = numbers.get(i);
        }
        return array;
    }

    boolean asksForNothing() {
        return any.length == 0;
    }

    /** Puts a rule's number into the lists of the phrases that make it a candidate. */
    void register(int rule, List<List<Integer>> rulesOfPhrase) {
        for (int phrase : any) {
            rulesOfPhrase.get(phrase).add(rule);
        }
    }

    /** Every phrase that speaks for the rule. */
    int[] wanted() {
        return IntStream.concat(Arrays.stream(any), Arrays.stream(and).flatMapToInt(Arrays::stream))
                .toArray();
    }

    /** Called for rules that already have one of their {@code any}. */
    boolean fits(PhraseHits hits) {
        for (int[] group : and) {
            if (!hits.hasAny(group)) {
                return false;
            }
        }
        return not.length == 0 || !hits.hasAny(not);
    }
}
