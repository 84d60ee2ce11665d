package dev.mulligan.explain.trace;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Findings;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.PlaceReader;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import dev.mulligan.explain.output.ToolParser;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Uncaught exceptions and crashes of programs and scripts, whatever ran them. */
public final class TraceParser implements ToolParser {
    private static final Pattern JAVA = Pattern.compile(
            "^(?:Exception in thread \"[^\"]*\" )?((?:[\\w$]+\\.)+[A-Z][\\w$]*(?:Error|Exception|Throwable|Failure)\\b.*)$");
    private static final Pattern SCRIPT =
            Pattern.compile("^(?:Uncaught )?((?:\\w*Error|\\w*Exception)(?: \\[\\w+\\])?(?:: .*)?)$");
    private static final Pattern RUBY = Pattern.compile("^(\\S+\\.rb):(\\d+):in (.*?): (.+) \\(([A-Z]\\S*)\\)$");
    private static final Pattern PHP =
            Pattern.compile("^(?:PHP )?((?:Fatal|Parse|Compile) error:\\s+.+?) in (\\S+\\.php)(?: on line |:)(\\d+)");
    private static final Pattern SANITIZER =
            Pattern.compile("^==\\d+==\\s*ERROR: (\\w+Sanitizer: .+?)(?: on (?:unknown )?address .*)?$");
    private static final Pattern ABOVE = Pattern.compile("^((?:file://)?[^\\s:]*\\.\\w+):(\\d+)$");
    private static final Pattern DOTNET = Pattern.compile("^Unhandled exception\\. (.+)$");

    @Override
    public String tool() {
        return "crash";
    }

    @Override
    public Findings parse(Output out) {
        List<Finding> found = new ArrayList<>();
        for (int i = 0; i < out.size() && found.size() < 5; i++) {
            int end = one(out, i, found);
            i = Math.max(i, end - 1);
        }
        return Findings.of(found);
    }

    private static int one(Output out, int i, List<Finding> found) {
        String l = out.line(i);
        Matcher ruby = RUBY.matcher(l);
        Matcher php = PHP.matcher(l);
        if (PythonTrace.traceback(l) || l.startsWith("  File \"")) return python(out, i, found);
        Matcher sanitizer = SANITIZER.matcher(l);
        if (sanitizer.find()) return add(out, i, sanitizer.group(1), found);
        if (l.startsWith("Fatal Python error: ")) return add(out, i, l, found);
        if (l.startsWith("panic: ") || l.startsWith("fatal error: ")) {
            int end = GoPanic.end(out, i);
            GoPanic p = GoPanic.of(out.lines().subList(i, end), "");
            found.add(Finding.diagnostic(p.place(), p.message(), p.message()));
            return end;
        }
        if (RustPanic.starts(l)) {
            RustPanic p = RustPanic.at(out.lines(), i);
            found.add(Finding.diagnostic(p.place(), p.message(), p.message()));
            return i + p.lines();
        }
        if (ruby.find()) {
            String message = ruby.group(5) + ": " + ruby.group(4);
            found.add(Finding.diagnostic(ruby.group(1), TextLines.number(ruby.group(2)), message));
            return framesEnd(out, i + 1);
        }
        if (php.find()) {
            found.add(Finding.diagnostic(php.group(2), TextLines.number(php.group(3)), php.group(1)));
            return framesEnd(out, i + 1);
        }
        boolean traced = false;
        for (int j = i + 1; j < i + 10 && !traced; j++)
            traced = StackFrameReader.of(out.line(j)).isPresent();
        if (!traced) return i + 1;
        for (Pattern p : List.of(JAVA, SCRIPT, DOTNET)) {
            Matcher m = p.matcher(l);
            if (m.find()) return add(out, i, m.group(1), found);
        }
        return i + 1;
    }

    private static int add(Output out, int i, String message, List<Finding> found) {
        int end = framesEnd(out, i + 1);
        SourcePlace own = StackFrameReader.firstOwn(out.lines().subList(i, end));
        if (own == null || own.library()) own = elsewhere(out, i);
        found.add(Finding.diagnostic(own, message, JavaTrace.core(message)));
        return end;
    }

    /** All frames are a dependency's: the place is in the message, above it, or nowhere. */
    private static @Nullable SourcePlace elsewhere(Output out, int i) {
        SourcePlace above = above(out, i);
        if (above != null && !above.library()) return above;
        return PlaceReader.own(out.line(i)).map(PlaceReader.Found::frame).orElse(null);
    }

    /** Node shows the source line first: {@code /path/a.js:2}, the line, a caret, a blank line, the error. */
    private static @Nullable SourcePlace above(Output out, int i) {
        for (int j = i - 1; j >= Math.max(0, i - 6); j--) {
            Matcher m = ABOVE.matcher(out.line(j));
            if (m.find()) return new SourcePlace(m.group(1), TextLines.number(m.group(2)));
        }
        return null;
    }

    /** Past the frames, and past causes, which explain the same failure. */
    private static int framesEnd(Output out, int from) {
        int end = from;
        for (int i = from; i < out.size() && i < end + 10; i++) {
            String l = out.line(i);
            if (StackFrameReader.of(l).isPresent() || l.startsWith("Caused by: ") || JavaTrace.frame(l)) end = i + 1;
        }
        return end;
    }

    private static int python(Output out, int from, List<Finding> found) {
        int end = from + 1;
        while (end < out.size() && (out.line(end).startsWith(" ") || PythonTrace.traceback(out.line(end)))) end++;
        int stop = end;
        while (stop < out.size()
                && !out.line(stop).isBlank()
                && stop < end + 20
                && !out.line(stop).startsWith(" ")) stop++;
        List<String> lines = out.lines().subList(from, stop);
        List<String> text = PythonTrace.message(lines);
        if (text.isEmpty()) return end;
        String next = out.line(stop + 1);
        boolean chained = next.startsWith("During handling of the above")
                || next.startsWith("The above exception was the direct cause");
        if (chained) return stop;
        String message = String.join("\n", text);
        found.add(Finding.diagnostic(StackFrameReader.lastOwn(lines), message, message));
        return stop;
    }
}
