package dev.mulligan.workspace.patch.edit;

import java.util.ArrayList;
import java.util.List;

/** The lines two texts share, in order, so that a replacement touches only what differs. */
public final class LineDiff {
    private static final long MOST_CELLS = 4_000_000;

    private LineDiff() {}

    public static List<HunkLine> between(List<String> old, List<String> fresh) {
        int head = sameAtStart(old, fresh);
        int tail = sameAtEnd(old, fresh, head);
        List<HunkLine> lines = new ArrayList<>();
        old.subList(0, head).forEach(line -> lines.add(HunkLine.context(line)));
        middle(old.subList(head, old.size() - tail), fresh.subList(head, fresh.size() - tail), lines);
        old.subList(old.size() - tail, old.size()).forEach(line -> lines.add(HunkLine.context(line)));
        return lines;
    }

    /** How many lines both begin with. */
    public static int sameAtStart(List<String> old, List<String> fresh) {
        int head = 0;
        while (head < old.size() && head < fresh.size() && old.get(head).equals(fresh.get(head))) {
            head++;
        }
        return head;
    }

    /** How many lines both end with, not counting those they begin with. */
    public static int sameAtEnd(List<String> old, List<String> fresh, int head) {
        int tail = 0;
        while (tail < old.size() - head
                && tail < fresh.size() - head
                && old.get(old.size() - 1 - tail).equals(fresh.get(fresh.size() - 1 - tail))) {
            tail++;
        }
        return tail;
    }

    private static void middle(List<String> old, List<String> fresh, List<HunkLine> lines) {
        if ((long) old.size() * fresh.size() > MOST_CELLS) {
            old.forEach(line -> lines.add(HunkLine.remove(line)));
            fresh.forEach(line -> lines.add(HunkLine.add(line)));
            return;
        }
        int[][] common = new int[old.size() + 1][fresh.size() + 1];
        for (int i = old.size() - 1; i >= 0; i--) {
            for (int j = fresh.size() - 1; j >= 0; j--) {
                common[i][j] = old.get(i).equals(fresh.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < old.size() || j < fresh.size()) {
            if (i < old.size() && j < fresh.size() && old.get(i).equals(fresh.get(j))) {
                lines.add(HunkLine.context(old.get(i++)));
                j++;
            } else if (i < old.size() && (j == fresh.size() || common[i + 1][j] >= common[i][j + 1])) {
                lines.add(HunkLine.remove(old.get(i++)));
            } else {
                lines.add(HunkLine.add(fresh.get(j++)));
            }
        }
    }
}
