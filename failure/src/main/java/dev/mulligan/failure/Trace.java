package dev.mulligan.failure;

import java.util.ArrayList;
import java.util.List;

/** Collects the reasons while a classification runs, when somebody asked for them. */
final class Trace {
    private static final int CONTEXT = 40;
    private static final int MAX = 400;

    private record Found(String part, int phrase, String excerpt) {}

    private final List<Found> found = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private String part = "";
    private String delaySource = "";
    private String typeBy = "nothing";
    private String retryBy = "";

    void part(String name) {
        part = name;
    }

    void found(int phrase, String text, int at) {
        if (found.size() < MAX) {
            int from = Math.max(0, at - CONTEXT);
            int to = Math.min(text.length(), at + CONTEXT / 2);
            found.add(new Found(part, phrase, Lines.oneLine(text, from, to, 3 * CONTEXT)));
        }
    }

    void note(String note) {
        notes.add(note);
    }

    void typeBy(String evidence) {
        typeBy = evidence;
    }

    void retryBy(String evidence) {
        retryBy = evidence;
    }

    void delayFrom(String source) {
        delaySource = source;
    }

    Explanation explain(Verdict verdict, int[] phrasesOfRule, List<String> phraseTexts) {
        List<Explanation.Match> matches = new ArrayList<>();
        for (Found hit : found) {
            for (int phrase : phrasesOfRule) {
                if (phrase == hit.phrase()) {
                    matches.add(new Explanation.Match(hit.part(), phraseTexts.get(phrase), hit.excerpt()));
                }
            }
        }
        return new Explanation(verdict, List.copyOf(matches), typeBy, retryBy, delaySource, List.copyOf(notes));
    }
}
