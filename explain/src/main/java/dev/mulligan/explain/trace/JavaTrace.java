package dev.mulligan.explain.trace;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Java exception as a test runner prints it: message, frames, causes. */
public final class JavaTrace {
    private static final Pattern MAVEN = Pattern.compile("^\\[(?:INFO|ERROR|WARNING|DEBUG)\\]");
    private static final Pattern TEST_CLASS = Pattern.compile("^((?:[a-z_]\\w*\\.)*[A-Z]\\w*)(?:[$.]|$| >)");
    private static final Pattern TYPE = Pattern.compile("^(?:[a-z_][\\w$]*\\.)+[A-Z][\\w$]*(?::\\s*)?");

    private JavaTrace() {}

    /** First line after the trace: a blank line or a line of the build tool once frames were seen. */
    public static int end(Output out, int from) {
        boolean frames = false;
        for (int i = from; i < out.size(); i++) {
            String l = out.line(i);
            if (frame(l)) frames = true;
            else if (MAVEN.matcher(l).find()) return i;
            else if (l.isBlank() && frames) return i;
        }
        return Math.min(out.size(), from + 60);
    }

    public static Finding finding(String id, List<String> lines) {
        List<String> text = new ArrayList<>();
        for (String l : lines) {
            if (frame(l)) break;
            text.add(l);
        }
        String message = TextLines.block(text);
        return Finding.test(id, place(id, lines), message, core(message));
    }

    /** Without a frame of the project's own the test's class is the best place known. */
    private static @Nullable SourcePlace place(String id, List<String> lines) {
        SourcePlace own = StackFrameReader.firstOwn(
                lines.stream().filter(JavaTrace::frame).toList());
        if (own != null && !own.library()) return own;
        Matcher m = TEST_CLASS.matcher(id);
        return m.find() ? new SourcePlace(m.group(1).replace('.', '/') + ".java", 0) : own;
    }

    public static boolean frame(String l) {
        String t = l.strip();
        return (t.startsWith("at ") && t.endsWith(")") && t.indexOf('(') > 0)
                || (t.startsWith("... ") && t.endsWith(" more"));
    }

    /** Runners shorten the exception's type differently, so the package does not count. */
    public static String core(String message) {
        String first = TextLines.firstLine(message);
        Matcher m = TYPE.matcher(first);
        if (!m.find()) return message;
        String type = m.group();
        return type.substring(type.lastIndexOf('.') + 1) + message.substring(m.end());
    }
}
