package dev.mulligan.explain;

import dev.mulligan.explain.format.NothingRanParser;
import dev.mulligan.explain.generic.BestLineParser;
import dev.mulligan.explain.generic.Sides;
import dev.mulligan.explain.lint.DiagnosticParser;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.Tails;
import dev.mulligan.explain.output.TestCount;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.output.ToolRun;
import dev.mulligan.explain.signature.Masks;
import dev.mulligan.explain.signature.Signature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the output of build and test tools. Output shape decides which tool it was, because commands hide it
 * ({@code make}, {@code npm test}); several tools in one output are read together.
 */
public final class Explainer {
    private static final int TAIL = 8_000;
    private static final int MOST = 200;
    private final List<ToolParser> parsers;
    private final List<ToolParser> fallbacks;

    private Explainer(List<ToolParser> parsers, List<ToolParser> fallbacks) {
        this.parsers = parsers;
        this.fallbacks = fallbacks;
    }

    public static Explainer standard() {
        return of(InputFormat.AUTO);
    }

    /** Reads this format and nothing else. */
    public static Explainer of(InputFormat format) {
        return new Explainer(format.parsers(), format.fallbacks());
    }

    public Explanation explain(ToolRun run) {
        Output out = Output.of(run);
        Map<String, Findings> byTool = read(parsers, out);
        boolean failures = byTool.values().stream().anyMatch(f -> !f.items().isEmpty());
        if (!failures && !run.succeeded()) {
            boolean nothingRan =
                    byTool.values().stream().anyMatch(f -> f.tests().noEvidence());
            for (ToolParser p : fallbacks) {
                if (nothingRan && p instanceof BestLineParser) break;
                Findings found = p.parse(out);
                if (found.items().isEmpty()) continue;
                byTool.put(p.tool(), found);
                break;
            }
        }
        if (run.succeeded()
                && byTool.values().stream().allMatch(f -> f.tests().ran().isEmpty())) {
            ToolParser nothing = new NothingRanParser();
            Findings said = nothing.parse(out);
            if (!said.isEmpty()) byTool.put(nothing.tool(), said);
        }
        return explanation(run, out, byTool);
    }

    private static Map<String, Findings> read(List<ToolParser> parsers, Output out) {
        Map<String, Findings> byTool = new LinkedHashMap<>();
        for (ToolParser p : parsers) {
            Output.Claims before = out.claims();
            Findings found = p.parse(out);
            if (found.isEmpty()) out.restore(before);
            else byTool.put(p.tool(), found);
        }
        return byTool;
    }

    private static Explanation explanation(ToolRun run, Output out, Map<String, Findings> byTool) {
        List<Finding> all = new ArrayList<>();
        TestCount tests = TestCount.UNKNOWN;
        String tool = "unknown";
        for (Map.Entry<String, Findings> e : byTool.entrySet()) {
            boolean first = tool.equals("unknown")
                    || (all.isEmpty() && !e.getValue().items().isEmpty());
            if (first) tool = e.getKey();
            all.addAll(e.getValue().items());
            tests = tests.plus(e.getValue().tests());
        }
        List<Finding> kept = all.size() == 1
                ? List.of(Sides.added(out, all.getFirst()))
                : all.subList(0, Math.min(MOST, all.size()));
        if (tool.equals(DiagnosticParser.TOOL)) tool = DiagnosticParser.nameOf(kept.getFirst());
        return new Explanation(
                tool,
                signature(run, tool, kept, tests),
                kept.stream().map(Finding::error).toList(),
                failing(kept),
                tests,
                Summary.of(run, tool, kept.size(), tests),
                Tails.of(run.stdout(), TAIL),
                Tails.of(run.stderr(), TAIL));
    }

    private static String signature(ToolRun run, String tool, List<Finding> findings, TestCount tests) {
        if (!findings.isEmpty()) return Signature.of(findings);
        if (tests.noEvidence()) return tool + "-no-tests";
        if (run.succeeded()) return tool + "-ok";
        String exit = run.exit().isPresent() ? "exit" + run.exit().getAsInt() : "killed";
        return tool + "-" + exit;
    }

    private static Set<String> failing(List<Finding> findings) {
        Set<String> names = new LinkedHashSet<>();
        for (Finding f : findings) {
            String name = f.error().test().isPresent()
                    ? Masks.apply(f.subject())
                    : Masks.apply(f.subject()) + ": " + TextLines.firstLine(Masks.apply(f.core()));
            String unique = name;
            for (int n = 2; !names.add(unique); n++) unique = name + " #" + n;
        }
        return names;
    }
}
