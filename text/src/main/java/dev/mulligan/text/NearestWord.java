package dev.mulligan.text;

import java.util.List;
import java.util.Optional;

/** The word somebody probably meant. */
public final class NearestWord {

    private static final int LONGEST = 64;

    private NearestWord() {}

    public static Optional<String> to(String typed, List<String> known) {
        if (typed.length() > LONGEST) {
            return Optional.empty();
        }
        String best = null;
        int bestDistance = Math.max(1, typed.length() / 3) + 1;
        for (String word : known) {
            int distance = distance(typed, word);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = word;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Letters added, dropped, changed, and neighbours that changed places, which is the commonest slip of all. */
    private static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] above = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] spare = before;
            before = above;
            above = row;
            row = spare;
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(above[j] + 1, row[j - 1] + 1), above[j - 1] + change);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    row[j] = Math.min(row[j], before[j - 2] + 1);
                }
            }
        }
        return row[b.length()];
    }
}
