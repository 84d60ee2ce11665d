package dev.mulligan.explain.tool.python;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.TestCount;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Node ids with their short messages, from the summary lines or, failing those, from verbose progress. */
final class PytestSummary {
    private static final Pattern SHORT = Pattern.compile(
            "^(FAILED|ERROR|SUBFAIL(?:ED)?)(?:\\(.*?\\)| \\[.*?\\])? (\\S+?\\.\\w+(?:::.+?)?)(?: - (.*))?$");
    private static final Pattern VERBOSE = Pattern.compile(
            "^(?:\\[gw\\d+\\] (?:\\[ *\\d+%\\] )?)?(\\S+\\.py::.+?) (?:FAILED|ERROR)(?: +\\[ *\\d+%\\])?$");
    private static final Pattern XDIST =
            Pattern.compile("^\\[gw\\d+\\] (?:\\[ *\\d+%\\] )?(?:FAILED|ERROR) (\\S+\\.py::.+?)$");
    private static final Pattern COUNT = Pattern.compile("(\\d+) (failed|passed|skipped|xfailed|xpassed|errors?)");

    private final Map<String, String> summary = new LinkedHashMap<>();
    private final Map<String, String> progress = new LinkedHashMap<>();

    void read(String line, String part) {
        if (part.equals("FAILURES") || part.equals("ERRORS")) return;
        if (line.startsWith("FAILED ") || line.startsWith("ERROR ") || line.startsWith("SUBFAIL")) {
            Matcher m = SHORT.matcher(line);
            if (m.find()) summary.putIfAbsent(m.group(2), m.group(3) == null ? "" : m.group(3));
        } else if (line.contains("::")) {
            verbose(VERBOSE.matcher(line));
            verbose(XDIST.matcher(line));
        }
    }

    private void verbose(Matcher m) {
        if (m.find()) progress.putIfAbsent(m.group(1), "");
    }

    Map<String, String> byNode() {
        return summary.isEmpty() ? progress : summary;
    }

    /** The node id whose test part is this section title, preferring the given file. */
    Optional<String> node(String title, String file) {
        Optional<String> any = Optional.empty();
        for (String id : byNode().keySet()) {
            if (!title(id).equals(title)) continue;
            if (file.endsWith(id.substring(0, Math.max(0, id.indexOf("::"))))) return Optional.of(id);
            if (any.isEmpty()) any = Optional.of(id);
        }
        return any;
    }

    /** {@code tests/a.py::TestX::test_y[p]} is titled {@code TestX.test_y[p]}. */
    static String title(String node) {
        int at = node.indexOf("::");
        if (at < 0) return node;
        String rest = node.substring(at + 2);
        int param = rest.indexOf('[');
        return param < 0
                ? rest.replace("::", ".")
                : rest.substring(0, param).replace("::", ".") + rest.substring(param);
    }

    static TestCount tally(String line) {
        return TestCount.counted(COUNT.matcher(line), Set.of("failed", "error", "errors"), Set.of("skipped"));
    }
}
