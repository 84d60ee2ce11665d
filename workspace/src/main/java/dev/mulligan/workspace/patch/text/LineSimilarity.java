package dev.mulligan.workspace.patch.text;

import java.util.HashMap;
import java.util.Map;

/** How alike two lines are. */
public final class LineSimilarity {
    private static final double CLOSE = 0.6;
    private static final double AKIN = 0.5;

    private LineSimilarity() {}

    public static boolean isClose(String left, String right) {
        return dice(LineKey.PUNCTUATION.of(left), LineKey.PUNCTUATION.of(right)) >= CLOSE;
    }

    /** One may have been made from the other. */
    public static boolean isAkin(String left, String right) {
        return dice(LineKey.PUNCTUATION.of(left), LineKey.PUNCTUATION.of(right)) >= AKIN;
    }

    /** Share of letter pairs both have. */
    private static double dice(String left, String right) {
        if (left.length() < 2 || right.length() < 2) {
            return left.equals(right) ? 1 : 0;
        }
        Map<Integer, Integer> pairs = new HashMap<>();
        for (int i = 1; i < left.length(); i++) {
            pairs.merge(pair(left, i), 1, Integer::sum);
        }
        int common = 0;
        for (int i = 1; i < right.length(); i++) {
            int pair = pair(right, i);
            int count = pairs.getOrDefault(pair, 0);
            if (count > 0) {
                common++;
                pairs.put(pair, count - 1);
            }
        }
        return 2.0 * common / (left.length() + right.length() - 2);
    }

    private static int pair(String text, int at) {
        return Character.toLowerCase(text.charAt(at - 1)) << 16 | Character.toLowerCase(text.charAt(at));
    }
}
