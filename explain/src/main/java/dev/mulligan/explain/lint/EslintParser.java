package dev.mulligan.explain.lint;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** eslint's stylish layout, which stylelint and others share (a file, then indented rows), and its one-line layouts. */
public final class EslintParser implements ToolParser {
    private static final Pattern ROW =
            Pattern.compile("^\\s+(\\d+):(\\d+)\\s+(error|warning|✖|×|⚠)\\s+(.+?)(?:\\s{2,}([\\w@/-]+))?$");

    private static final Pattern UNIX =
            Pattern.compile("^(\\S.*?\\.\\w+):(\\d+):\\d+: (.+) \\[(Error|Warning)(?:/(\\S+))?\\]$");
    private static final Pattern COMPACT =
            Pattern.compile("^(\\S.*?\\.\\w+): line (\\d+), col \\d+, (Error|Warning) - (.+?)(?: \\(([\\w@/-]+)\\))?$");

    @Override
    public String tool() {
        return "eslint";
    }

    @Override
    public Findings parse(Output out) {
        List<Finding> errors = new ArrayList<>();
        List<Finding> warnings = new ArrayList<>();
        String file = "";
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            if (out.claimed(i)) continue;
            if (!l.startsWith(" ") && !l.isBlank()) file = path(l) ? l.strip() : "";
            Matcher row = ROW.matcher(l);
            Matcher unix = UNIX.matcher(l);
            Matcher compact = COMPACT.matcher(l);
            boolean warning;
            Finding f;
            if (!file.isEmpty() && l.startsWith(" ") && row.find()) {
                f = finding(file, row.group(1), row.group(4), row.group(5));
                warning = row.group(3).equals("warning") || row.group(3).equals("⚠");
            } else if (l.endsWith("]") && unix.find()) {
                f = finding(unix.group(1), unix.group(2), unix.group(3), unix.group(5));
                warning = unix.group(4).equals("Warning");
            } else if (l.contains(": line ") && compact.find()) {
                f = finding(compact.group(1), compact.group(2), compact.group(4), compact.group(5));
                warning = compact.group(3).equals("Warning");
            } else {
                continue;
            }
            (warning ? warnings : errors).add(f);
            out.claim(i, i + 1);
        }
        boolean warningsCount = errors.isEmpty()
                && !out.run().succeeded()
                && out.any(l -> l.contains("too many warnings") || l.contains("max-warnings"));
        return Findings.of(warningsCount ? warnings : errors);
    }

    private static Finding finding(String file, String line, String text, @Nullable String rule) {
        String message = text.strip();
        if (message.endsWith(".")) message = message.substring(0, message.length() - 1);
        return Finding.diagnostic(file, TextLines.number(line), rule == null ? message : message + " (" + rule + ")");
    }

    private static boolean path(String l) {
        return l.indexOf('.') > 0
                && !l.endsWith(".")
                && !l.endsWith(":")
                && (l.indexOf(' ') < 0 || l.startsWith("/") || l.indexOf(":\\") == 1);
    }
}
