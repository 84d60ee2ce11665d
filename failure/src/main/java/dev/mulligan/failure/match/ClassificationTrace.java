package dev.mulligan.failure.match;

import dev.mulligan.failure.Verdict;
import dev.mulligan.failure.VerdictExplanation;
import java.util.ArrayList;
import java.util.List;

/** Collects the reasons while a classification runs, when somebody asked for them. */
public final class ClassificationTrace {
    private static final int CONTEXT = 40;
    private static final int MAX = 400;

    private record Found(String part, int phrase, String excerpt) {}

    private final List<Found> found = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private String part = "";
    private String delaySource = "";
    private String typeBy = "nothing";
    private String retryBy = "";

    public void part(String name) {
        part = name;
    }

    void found(int phrase, String text, int at) {
        if (found.size() < MAX) {
            int from = Math.max(0, at - CONTEXT);
            int to = Math.min(text.length(), at + CONTEXT / 2);
            found.add(new Found(part, phrase, OneLine.oneLine(text, from, to, 3 * CONTEXT)));
        }
    }

    public void note(String note) {
        notes.add(note);
    }

    public void typeBy(String evidence) {
        typeBy = evidence;
    }

    public void retryBy(String evidence) {
        retryBy = evidence;
    }

    public void delayFrom(String source) {
        delaySource = source;
    }

    public VerdictExplanation explain(Verdict verdict, int[] phrasesOfRule, List<String> phraseTexts) {
        List<VerdictExplanation.Match> matches = new ArrayList<>();
        for (Found hit : found) {
            for (int phrase : phrasesOfRule) {
                if (phrase == hit.phrase()) {
                    matches.add(new VerdictExplanation.Match(hit.part(), phraseTexts.get(phrase), hit.excerpt()));
                }
            }
        }
        return new VerdictExplanation(verdict, List.copyOf(matches), typeBy, retryBy, delaySource, List.copyOf(notes));
    }
}
