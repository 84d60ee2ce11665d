package dev.mulligan.explain.format;

import dev.mulligan.explain.output.Cleaner;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import dev.mulligan.explain.trace.NodeFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * JSON reporters: SARIF, eslint, stylelint, ruff, pylint, shellcheck, rubocop, golangci-lint, jest, mocha. They agree on
 * what an entry needs (a message with a line, below or beside a file), so one walk reads them all.
 */
public final class JsonReportParser implements ToolParser {
    private static final int LONGEST = 8_000_000;
    private static final List<String> FILES =
            List.of("filePath", "filename", "fileName", "file", "path", "source", "uri", "Filename");
    private static final List<String> LINES =
            List.of("line", "row", "lineNumber", "startLine", "start_line", "Line", "beginLine");
    private static final List<String> MESSAGES = List.of("message", "text", "msg", "Text", "description");
    private static final List<String> RULES = List.of("ruleId", "rule", "code", "symbol", "cop_name", "FromLinter");
    private static final List<String> LEVELS = List.of("severity", "level", "type", "Severity");
    private static final List<String> HOLDERS = List.of(
            "location",
            "locations",
            "physicalLocation",
            "region",
            "artifactLocation",
            "start",
            "range",
            "Pos",
            "position");

    private final boolean sarifOnly;

    public JsonReportParser(boolean sarifOnly) {
        this.sarifOnly = sarifOnly;
    }

    @Override
    public String tool() {
        return "json";
    }

    @Override
    public Findings parse(Output out) {
        Collected all = new Collected();
        for (String text : List.of(out.run().stdout(), out.run().stderr())) {
            int from = start(text);
            Optional<Object> report =
                    from < 0 || text.length() > LONGEST ? Optional.empty() : JsonReportText.read(text, from);
            boolean wanted = report.isPresent() && (!sarifOnly || sarif(report.get()));
            if (wanted) walk(report.get(), "", all);
        }
        List<Finding> found = all.errors.isEmpty() ? all.warnings : List.copyOf(all.errors.values());
        if (!found.isEmpty()) out.claim(0, out.size());
        return Findings.of(found);
    }

    private static final class Collected {
        final Map<String, Finding> errors = new LinkedHashMap<>();
        final List<Finding> warnings = new ArrayList<>();
    }

    /** Where a line begins an array or object; npm and others print a heading first. */
    private static int start(String text) {
        for (int at = 0; at >= 0 && at < text.length(); at = text.indexOf('\n', at) + 1) {
            char c = text.charAt(at);
            boolean opens =
                    c == '{' || (c == '[' && at + 1 < text.length() && " \n\r{]\"".indexOf(text.charAt(at + 1)) >= 0);
            if (opens) return at;
            if (text.indexOf('\n', at) < 0) return -1;
        }
        return -1;
    }

    private static boolean sarif(Object report) {
        return report instanceof Map<?, ?> map && map.get("runs") instanceof List<?>;
    }

    private static void walk(@Nullable Object node, String file, Collected all) {
        if (node instanceof List<?> list) {
            list.forEach(one -> walk(one, file, all));
        } else if (node instanceof Map<?, ?> map) {
            String here = text(map, FILES).orElse(file);
            if (!failedTest(map, here, all) && !diagnostic(map, here, all)) {
                map.values().forEach(one -> walk(one, here, all));
            }
        }
    }

    private static boolean failedTest(Map<?, ?> map, String file, Collected all) {
        Optional<String> name = text(map, List.of("fullName", "fullTitle"));
        if (name.isEmpty()) return false;
        String message = "";
        if (map.get("failureMessages") instanceof List<?> said && !said.isEmpty()) {
            message = String.valueOf(said.getFirst());
        } else if (map.get("err") instanceof Map<?, ?> error && error.get("message") instanceof String thrown) {
            message = error.get("stack") instanceof String stack ? stack : thrown;
        }
        if (!message.isEmpty()) {
            all.errors.putIfAbsent("test " + name.get(), test(name.get(), file, message));
        }
        return true;
    }

    private static Finding test(String name, String file, String message) {
        List<String> lines = Cleaner.lines(message);
        SourcePlace own = StackFrameReader.firstOwn(lines);
        List<String> text =
                lines.stream().filter(l -> StackFrameReader.of(l).isEmpty()).toList();
        SourcePlace place = own == null || own.library() ? new SourcePlace(file, 0) : own;
        return Finding.test(
                name,
                place.file().isEmpty() ? null : place,
                TextLines.block(text),
                NodeFailure.core(TextLines.block(text)));
    }

    private static boolean diagnostic(Map<?, ?> map, String above, Collected all) {
        Optional<String> message = text(map, MESSAGES);
        if (message.isEmpty() && map.get("message") instanceof Map<?, ?> inner) message = text(inner, MESSAGES);
        Optional<Integer> line = deep(map, LINES, 0).map(n -> n instanceof Double d ? d.intValue() : 0);
        String file = deep(map, FILES, 0)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .orElse(above);
        boolean entry = message.isPresent() && (line.isPresent() || map.containsKey("ruleId")) && !file.isEmpty();
        if (!entry) return false;
        if (map.get("suppressions") instanceof List<?> hidden && !hidden.isEmpty()) return true;
        String rule = text(map, RULES).map(r -> " (" + r + ")").orElse("");
        String text = message.orElseThrow() + (message.get().contains(rule.strip()) ? "" : rule);
        Finding f = Finding.diagnostic(file, line.orElse(0), text);
        if (warns(map)) all.warnings.add(f);
        else all.errors.put(all.errors.size() + " " + text, f);
        return true;
    }

    private static boolean warns(Map<?, ?> map) {
        for (String key : LEVELS) {
            Object level = map.get(key);
            if (level instanceof Double number) return number < 2 && key.equals("severity");
            if (level instanceof String word) {
                String w = word.toLowerCase(java.util.Locale.ROOT);
                if (List.of("warning", "warn", "info", "note", "style", "convention", "refactor", "none", "information")
                        .contains(w)) {
                    return true;
                }
            }
        }
        return map.containsKey("ruleId") && map.containsKey("locations") && !map.containsKey("level");
    }

    private static Optional<String> text(Map<?, ?> map, List<String> keys) {
        for (String key : keys) {
            if (map.get(key) instanceof String value && !value.isBlank()) return Optional.of(value);
        }
        return Optional.empty();
    }

    /** A value of the entry itself or of the objects that hold its position. */
    private static Optional<Object> deep(Map<?, ?> map, List<String> keys, int depth) {
        for (String key : keys) {
            Object value = map.get(key);
            if (value instanceof String || value instanceof Double) return Optional.of(value);
        }
        for (String holder : HOLDERS) {
            Object inner =
                    map.get(holder) instanceof List<?> list && !list.isEmpty() ? list.getFirst() : map.get(holder);
            if (depth < 4 && inner instanceof Map<?, ?> more) {
                Optional<Object> found = deep(more, keys, depth + 1);
                if (found.isPresent()) return found;
            }
        }
        return Optional.empty();
    }
}
