package dev.mulligan.explain;

import dev.mulligan.explain.output.ToolError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Pairwise quality of signatures and the share of expected errors that were extracted completely. */
record Scores(
        double precision, double recall, int nearMissesConfused, double complete, int spurious, Set<String> faults) {

    static Scores of(List<RecordedRun> runs, Explainer explainer) {
        Map<String, Explanation> got = new HashMap<>();
        for (RecordedRun r : runs) got.put(r.id(), explainer.explain(r.run()));
        Set<String> faults = new TreeSet<>();
        int same = 0;
        int predicted = 0;
        int both = 0;
        int confused = 0;
        for (int i = 0; i < runs.size(); i++) {
            for (int j = i + 1; j < runs.size(); j++) {
                RecordedRun a = runs.get(i);
                RecordedRun b = runs.get(j);
                boolean equal = signature(got, a).equals(signature(got, b));
                boolean group = a.group().equals(b.group());
                if (group) same++;
                if (equal) predicted++;
                if (equal && group) both++;
                if (equal && (a.nearMissOf().equals(b.group()) || b.nearMissOf().equals(a.group()))) confused++;
                if (equal != group) faults.add((group ? "split " : "merged ") + a.id() + " " + b.id());
            }
        }
        int expected = 0;
        int complete = 0;
        int spurious = 0;
        for (RecordedRun r : runs) {
            List<ToolError> left = new ArrayList<>(explanation(got, r).errors());
            for (Map<String, Object> want : r.errors()) {
                expected++;
                if (takeFirst(left, want)) complete++;
                else
                    faults.add("missed " + r.id() + " " + want + " in "
                            + explanation(got, r).errors());
            }
            if (explanation(got, r).errors().size() > r.errors().size()) {
                spurious += explanation(got, r).errors().size() - r.errors().size();
                faults.add("spurious " + r.id() + " " + left);
            }
        }
        return new Scores(
                ratio(both, predicted), ratio(both, same), confused, ratio(complete, expected), spurious, faults);
    }

    private static boolean takeFirst(List<ToolError> left, Map<String, Object> want) {
        for (int i = 0; i < left.size(); i++) {
            if (!Wanted.matches(left.get(i), want)) continue;
            left.remove(i);
            return true;
        }
        return false;
    }

    private static double ratio(int part, int whole) {
        return whole == 0 ? 1 : (double) part / whole;
    }

    private static String signature(Map<String, Explanation> got, RecordedRun r) {
        return explanation(got, r).signature();
    }

    private static Explanation explanation(Map<String, Explanation> got, RecordedRun r) {
        return java.util.Objects.requireNonNull(got.get(r.id()));
    }
}
