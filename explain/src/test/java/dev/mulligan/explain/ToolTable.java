package dev.mulligan.explain;

import dev.mulligan.explain.output.ToolError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * How well each recorded tool is read. Every tool was run three times: twice with one mistake ({@code .r1}, {@code .r2})
 * and once with another value in it ({@code .b1}).
 */
record ToolTable(List<Row> rows) {

    /**
     * One tool.
     *
     * @param right place, test and message of every expected error were found, in all three runs
     * @param extra findings nobody expected, in the first run
     * @param stable the two runs of one mistake have one signature
     * @param valued the tool's own message shows the value that differs in the third run
     * @param told the third run has another signature
     */
    record Row(String tool, boolean right, int extra, boolean stable, boolean valued, boolean told, String faults) {}

    static ToolTable of(Path file, Explainer explainer) throws IOException {
        Map<String, List<RecordedRun>> byTool = new LinkedHashMap<>();
        for (RecordedRun run : RecordedRun.read(file)) {
            byTool.computeIfAbsent(run.id().substring(0, run.id().lastIndexOf('.')), t -> new ArrayList<>())
                    .add(run);
        }
        List<Row> rows = new ArrayList<>();
        byTool.forEach((tool, runs) -> rows.add(row(tool, runs, explainer)));
        return new ToolTable(List.copyOf(rows));
    }

    private static Row row(String tool, List<RecordedRun> runs, Explainer explainer) {
        List<Explanation> got =
                runs.stream().map(run -> explainer.explain(run.run())).toList();
        List<String> faults = new ArrayList<>();
        int extra = 0;
        for (int i = 0; i < runs.size(); i++) {
            List<ToolError> left = new ArrayList<>(got.get(i).errors());
            for (Map<String, Object> want : runs.get(i).errors()) {
                ToolError match = left.stream()
                        .filter(error -> Wanted.matches(error, want))
                        .findFirst()
                        .orElse(null);
                if (match == null) {
                    faults.add("missed " + want + " in " + got.get(i).errors());
                } else {
                    left.remove(match);
                }
            }
            for (ToolError error : got.get(i).errors()) {
                if (error.file().orElse("").matches(".*(node_modules|/usr/).*")) {
                    faults.add("a dependency is no place: " + error.file());
                }
            }
            extra = i == 0 ? left.size() : extra;
        }
        boolean valued = !runs.get(2).group().equals(runs.get(0).group());
        return new Row(
                tool,
                faults.isEmpty(),
                extra,
                got.get(0).signature().equals(got.get(1).signature()),
                valued,
                !got.get(0).signature().equals(got.get(2).signature()),
                String.join("; ", faults));
    }

    double right() {
        return share(rows.stream().filter(Row::right).count(), rows.size());
    }

    double stable() {
        return share(rows.stream().filter(Row::stable).count(), rows.size());
    }

    double told() {
        return share(
                rows.stream().filter(row -> row.valued() && row.told()).count(),
                rows.stream().filter(Row::valued).count());
    }

    private static double share(long part, long whole) {
        return (double) part / whole;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%d tools: place, test and message right %.1f %%, signature stable %.1f %%, another value told apart %.1f %% of %d; %d findings too many%n",
                rows.size(),
                100 * right(),
                100 * stable(),
                100 * told(),
                rows.stream().filter(Row::valued).count(),
                rows.stream().mapToInt(Row::extra).sum()));
        for (Row row : rows) {
            text.append(row.right() ? "right  " : "WRONG  ")
                    .append(row.stable() ? "stable  " : "MOVES   ")
                    .append(row.told() ? "told  " : row.valued() ? "SAME  " : "-     ")
                    .append(row.extra() > 0 ? "+" + row.extra() + "  " : "    ")
                    .append(row.tool())
                    .append("  ")
                    .append(row.faults())
                    .append('\n');
        }
        return text.toString();
    }

    /** Prints the table of {@code tools}, or of another file of recorded runs. */
    public static void main(String[] args) throws Exception {
        Path file = Path.of(Objects.requireNonNull(
                        ToolTable.class.getResource("/failures/" + (args.length == 0 ? "tools" : args[0]) + ".jsonl"))
                .toURI());
        System.out.println(of(file, Explainer.standard()));
    }
}
