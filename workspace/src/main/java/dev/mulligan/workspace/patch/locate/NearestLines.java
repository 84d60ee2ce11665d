package dev.mulligan.workspace.patch.locate;

import dev.mulligan.workspace.patch.edit.Hunk;
import dev.mulligan.workspace.patch.edit.HunkLine;
import dev.mulligan.workspace.patch.edit.PatchProblem;
import dev.mulligan.workspace.patch.edit.PatchProblem.Kind;
import dev.mulligan.workspace.patch.text.LineIndex;
import dev.mulligan.workspace.patch.text.LineKey;
import dev.mulligan.workspace.patch.text.LineSimilarity;
import dev.mulligan.workspace.patch.text.TextFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Says which quoted line is not in the file, and shows the lines that come closest. */
public final class NearestLines {
    private static final int MOST_LINES = 12;

    private NearestLines() {}

    public static PatchProblem problem(String path, LineIndex index, Hunk hunk) {
        List<String> old = hunk.lines().stream()
                .filter(HunkLine::isOld)
                .map(HunkLine::text)
                .toList();
        Optional<String> absent = old.stream()
                .filter(text -> !LineKey.isBlank(text) && index.id(LineKey.PUNCTUATION, text) < 0)
                .findFirst();
        String reason = absent.map(text -> "the file has no line \"" + shortened(text) + "\"")
                .orElse("the quoted lines are in the file, but not together in this order");
        int start = start(index, old);
        return PatchProblem.in(
                        path,
                        Kind.HUNK_FAILED,
                        reason,
                        "Read the file again and quote its lines exactly as they are now.")
                .at(
                        hunk.number(),
                        start < 0 ? similar(index.file(), absent) : quote(index.file(), start, start + old.size()));
    }

    /** Where no quoted line is in the file: the line most like one of them, with its neighbours. */
    private static List<String> similar(TextFile file, Optional<String> wanted) {
        String text = wanted.orElse("");
        return first(file, line -> LineSimilarity.isClose(line, text))
                .or(() -> first(file, line -> LineSimilarity.isAkin(line, text)))
                .map(i -> quote(file, i - 1, i + 2))
                .orElse(List.of());
    }

    private static Optional<Integer> first(TextFile file, Predicate<String> wanted) {
        return IntStream.range(0, file.size())
                .filter(i -> wanted.test(file.text(i)))
                .boxed()
                .findFirst();
    }

    /** Where most quoted lines agree, by letting each vote for a start. */
    private static int start(LineIndex index, List<String> old) {
        Map<Integer, Integer> votes = new HashMap<>();
        for (int i = 0; i < old.size(); i++) {
            List<Integer> positions = index.positions(LineKey.PUNCTUATION, old.get(i));
            if (!LineKey.isBlank(old.get(i)) && positions.size() <= 50) {
                for (int position : positions) {
                    votes.merge(Math.max(0, position - i), 60 / positions.size() + 1, Integer::sum);
                }
            }
        }
        return votes.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue()
                        .thenComparing(
                                Map.Entry.<Integer, Integer>comparingByKey().reversed()))
                .map(Map.Entry::getKey)
                .orElse(-1);
    }

    public static List<String> quote(TextFile file, int from, int to) {
        List<String> lines = new ArrayList<>();
        int end = Math.min(Math.min(to, file.size()), from + MOST_LINES);
        for (int i = Math.max(0, from); i < end; i++) {
            lines.add((i + 1) + "| " + shortened(file.text(i)));
        }
        return lines;
    }

    private static String shortened(String line) {
        return line.length() <= 200 ? line : line.substring(0, 200) + "…";
    }
}
