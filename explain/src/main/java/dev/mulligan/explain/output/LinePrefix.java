package dev.mulligan.explain.output;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a wrapper puts before every line: CI timestamps, {@code web-1  | } of compose, {@code @app/web:test: } of monorepo runners. */
final class LinePrefix {
    private static final List<Pattern> SHAPES = List.of(
            Pattern.compile(
                    "^\\[?\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?(?:Z|[+-]\\d\\d:?\\d\\d)?\\]? ?"),
            Pattern.compile("^\\[?\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?\\]? "),
            Pattern.compile("^==\\d+==\\s?"),
            Pattern.compile("^@?[\\w./-]+ *\\| ?"),
            Pattern.compile("^(?:@?[\\w./-]+[:#]?[\\w-]*: ?)"),
            Pattern.compile("^#\\d+ (?:\\d+\\.\\d+ )?"),
            Pattern.compile("^\\s*\\[[\\w@./ -]+\\] ?"));
    /** {@code package:task: } of Turborepo and {@code folder task: } of pnpm, between lines of the runner's own. */
    private static final Pattern TASK =
            Pattern.compile("^(?:@?[\\w./-]+[:#][A-Za-z][\\w:-]*|[\\w.-]+/[\\w./-]+ [a-z][\\w:-]*): ?");

    private static final int FEWEST_TASK_LINES = 5;
    private static final Pattern BUILDKIT = Pattern.compile("^#\\d+ (?:\\[|building with|DONE |CACHED)");
    private static final Pattern BUILDKIT_LINE = Pattern.compile("^(?:#\\d+ )?\\d+\\.\\d{1,3} ");

    /** The first shapes cannot be anything else; a word and a colon can. */
    private static final int SURE_SHAPES = 4;

    private LinePrefix() {}

    static List<String> strip(List<String> lines) {
        List<String> now = tasks(lines);
        for (int i = 0; i < SHAPES.size(); i++) now = strip(now, SHAPES.get(i), i < SURE_SHAPES ? 2 : 4);
        boolean buildkit = now.stream()
                .anyMatch(l -> l.startsWith("#") && BUILDKIT.matcher(l).find());
        if (!buildkit) return now;
        return now.stream().map(l -> BUILDKIT_LINE.matcher(l).replaceFirst("")).toList();
    }

    /** Only what stands before at least half of the lines is the prefix of a task. */
    private static List<String> tasks(List<String> lines) {
        Map<String, Integer> seen = new HashMap<>();
        int text = 0;
        for (String l : lines) {
            if (l.isBlank()) continue;
            text++;
            if (text > 40 && seen.isEmpty()) return lines;
            Matcher m = TASK.matcher(l);
            if (m.find()) seen.merge(m.group().strip(), 1, Integer::sum);
        }
        List<String> now = lines;
        for (Map.Entry<String, Integer> one : seen.entrySet()) {
            if (one.getValue() < FEWEST_TASK_LINES || one.getValue() * 2 < text) continue;
            String prefix = one.getKey();
            now = now.stream()
                    .map(l -> l.startsWith(prefix) ? l.substring(Math.min(l.length(), prefix.length() + 1)) : l)
                    .toList();
        }
        return now;
    }

    private static List<String> strip(List<String> lines, Pattern shape, int fewest) {
        int text = 0;
        int hits = 0;
        Map<String, Integer> seen = new HashMap<>();
        for (String l : lines) {
            if (l.isBlank()) continue;
            text++;
            if (text > 40 && hits * 4 < text) return lines;
            Matcher m = shape.matcher(l);
            if (!m.find() || m.end() == 0) continue;
            hits++;
            seen.merge(
                    Character.isDigit(m.group().charAt(0)) || m.group().startsWith("==")
                            ? ""
                            : m.group().strip(),
                    1,
                    Integer::sum);
        }
        boolean nearlyAll = text >= fewest && hits * 10 >= text * 9;
        int commonest = seen.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        if (!nearlyAll || commonest * 10 < text * 8 || keep(seen)) return lines;
        List<String> out = new ArrayList<>(lines.size());
        for (String l : lines) {
            Matcher m = shape.matcher(l);
            out.add(m.find() ? l.substring(m.end()) : l);
        }
        return out;
    }

    /** A compiler's own {@code error: } or {@code file.c: } and Maven's levels carry meaning. */
    private static boolean keep(Map<String, Integer> seen) {
        return seen.keySet().stream()
                .anyMatch(p ->
                        p.matches("(?i)\\[?(error|warning|info|warn|debug|fatal|note|e|make)\\]?:?|.*\\.\\w{1,5}:"));
    }
}
