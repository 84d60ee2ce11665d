package dev.mulligan.explain.tool.compiled;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** ld, lld, gold, mold and Apple's linker. */
public final class LinkerParser implements ToolParser {
    private static final Pattern AT = Pattern.compile(
            "^(?:\\S*ld(?:\\.\\w+)?: )?(?:\\S+\\.(?:o|a|so)(?:\\([^)]*\\))?:)?([^\\s:()]+):(?:(\\d+)|\\(\\.[^)]*\\)): ((?:undefined reference to|multiple definition of|relocation ).*)$");
    private static final Pattern BARE = Pattern.compile(
            "^(?:\\S*(?:ld|ld\\.\\w+|mold|lld|link): )(?:error: |fatal error: )?((?:undefined symbol|cannot find |duplicate symbol|multiple definition|library not found|unable to find library).*)$");
    private static final Pattern APPLE = Pattern.compile("^\\s+\"(\\S+)\", referenced from:$");
    private static final Pattern LLD_AT =
            Pattern.compile("^>>> (?:referenced by|defined at) (\\S+?\\.\\w+)(?::(\\d+))?");

    @Override
    public String tool() {
        return "linker";
    }

    @Override
    public Findings parse(Output out) {
        Map<String, Finding> found = new LinkedHashMap<>();
        for (int i = 0; i < out.size(); i++) {
            String l = out.line(i);
            if (out.claimed(i)) continue;
            Matcher m = AT.matcher(l);
            Matcher bare = BARE.matcher(l);
            Matcher apple = APPLE.matcher(l);
            if (l.contains(": ") && m.find()) {
                int line = m.group(2) == null ? 0 : TextLines.number(m.group(2));
                String message = drop(m.group(3));
                found.putIfAbsent(m.group(1) + message, Finding.diagnostic(m.group(1), line, message));
            } else if (l.contains(": ") && bare.find()) {
                Matcher at = LLD_AT.matcher(out.line(i + 1));
                SourcePlace f = at.find()
                        ? new SourcePlace(at.group(1), at.group(2) == null ? 0 : TextLines.number(at.group(2)))
                        : null;
                found.putIfAbsent(bare.group(1), Finding.diagnostic(f, bare.group(1), bare.group(1)));
            } else if (apple.find()) {
                String text = "undefined symbol " + apple.group(1);
                found.putIfAbsent(text, Finding.diagnostic(null, text, text));
            } else {
                continue;
            }
            out.claim(i, i + 1);
        }
        return Findings.of(new ArrayList<>(found.values()));
    }

    /** {@code ; /tmp/x.o:main.c:3: first defined here} names a file that changes each time. */
    private static String drop(String message) {
        int at = message.indexOf("; ");
        return at < 0 ? message : message.substring(0, at);
    }
}
