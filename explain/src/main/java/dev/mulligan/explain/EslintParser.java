package dev.mulligan.explain;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;

/** eslint's stylish layout, which stylelint, standard and others share: a file, then indented rows. */
final class EslintParser implements Parser {
    private static final Pattern ROW =
            Pattern.compile("^\\s+(\\d+):(\\d+)\\s+(error|warning|✖|×|⚠)\\s+(.+?)(?:\\s{2,}([\\w@/-]+))?$");

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
            Matcher m = ROW.matcher(l);
            if (file.isEmpty() || !l.startsWith(" ") || !m.find()) continue;
            String rule = m.group(5) == null ? "" : " (" + m.group(5) + ")";
            Finding f = Finding.diagnostic(
                    file, Texts.number(m.group(1)), m.group(4).strip() + rule);
            boolean warning = m.group(3).equals("warning") || m.group(3).equals("⚠");
            (warning ? warnings : errors).add(f);
            out.claim(i, i + 1);
        }
        boolean warningsCount = errors.isEmpty()
                && !out.run().succeeded()
                && out.any(l -> l.contains("too many warnings") || l.contains("max-warnings"));
        return Findings.of(warningsCount ? warnings : errors);
    }

    private static boolean path(String l) {
        return l.indexOf('.') > 0
                && !l.endsWith(".")
                && !l.endsWith(":")
                && (l.indexOf(' ') < 0 || l.startsWith("/") || l.indexOf(":\\") == 1);
    }
}
