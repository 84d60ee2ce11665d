package dev.mulligan.explain.tool.script;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.SourcePaths;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import java.util.ArrayList;
import java.util.List;

/** One bullet of a jest report: message, code frame, stack. */
final class JestBlock {
    private static final Pattern CODE = Pattern.compile("^\\s*>?\\s*\\d+ \\|");
    private static final Pattern MARKED = Pattern.compile("^\\s*>\\s*(\\d+) \\|");
    private static final Pattern BABEL =
            Pattern.compile("(?m)^\\s*(?:SyntaxError: )?(/?[^\\s:]+\\.\\w+): .*\\((\\d+):\\d+\\)");
    private static final Pattern COMPILER = Pattern.compile("(?m)^\\s*(\\S+\\.[cm]?[jt]sx?):(\\d+):\\d+ - error ");

    private JestBlock() {}

    static Finding finding(String file, String title, List<String> body) {
        List<String> text = new ArrayList<>();
        int marked = 0;
        for (String l : body) {
            Matcher m = MARKED.matcher(l);
            if (marked == 0 && m.find()) marked = TextLines.number(m.group(1));
        }
        for (String l : body) {
            if (CODE.matcher(l).find() || stack(l)) break;
            text.add(l);
        }
        String message = TextLines.block(text);
        SourcePlace at = place(file, message, marked, body);
        if (title.equals("Test suite failed to run")) {
            return new Finding(Finding.diagnostic(at, message, message).error(), SourcePaths.name(file), message);
        }
        Finding f = Finding.test(title, at, message, message);
        return new Finding(f.error(), SourcePaths.name(file) + " " + title, message);
    }

    private static boolean stack(String l) {
        String t = l.strip();
        return t.startsWith("at ") && StackFrameReader.of(t).isPresent();
    }

    private static SourcePlace place(String file, String message, int marked, List<String> body) {
        Matcher babel = BABEL.matcher(message);
        if (babel.find()) return new SourcePlace(babel.group(1), TextLines.number(babel.group(2)));
        Matcher compiler = COMPILER.matcher(message);
        if (compiler.find()) return new SourcePlace(compiler.group(1), TextLines.number(compiler.group(2)));
        SourcePlace own =
                StackFrameReader.firstOwn(body.stream().filter(JestBlock::stack).toList());
        if (own != null && !own.library()) return own;
        return new SourcePlace(file, marked);
    }
}
