package dev.mulligan.explain;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;

/** A Java exception as a test runner prints it: message, frames, causes. */
final class JavaTrace {
    private static final Pattern MAVEN = Pattern.compile("^\\[(?:INFO|ERROR|WARNING|DEBUG)\\]");
    private static final Pattern TYPE = Pattern.compile("^(?:[a-z_][\\w$]*\\.)+[A-Z][\\w$]*(?::\\s*)?");

    private JavaTrace() {}

    /** First line after the trace: a blank line or a line of the build tool once frames were seen. */
    static int end(Output out, int from) {
        boolean frames = false;
        for (int i = from; i < out.size(); i++) {
            String l = out.line(i);
            if (frame(l)) frames = true;
            else if (MAVEN.matcher(l).find()) return i;
            else if (l.isBlank() && frames) return i;
        }
        return Math.min(out.size(), from + 60);
    }

    static Finding finding(String id, List<String> lines) {
        List<String> text = new ArrayList<>();
        for (String l : lines) {
            if (frame(l)) break;
            text.add(l);
        }
        String message = Texts.block(text);
        return Finding.test(id, place(lines), message, core(message));
    }

    /** The root cause says where the project's code broke; without one of its own frames the outer exception does. */
    private static @org.jspecify.annotations.Nullable Frame place(List<String> lines) {
        List<String> frames = lines.stream().filter(JavaTrace::frame).toList();
        return Frames.firstOwn(frames);
    }

    static boolean frame(String l) {
        String t = l.strip();
        return (t.startsWith("at ") && t.endsWith(")") && t.indexOf('(') > 0)
                || (t.startsWith("... ") && t.endsWith(" more"));
    }

    /** Runners shorten the exception's type differently, so the package does not count. */
    static String core(String message) {
        String first = Texts.firstLine(message);
        com.google.re2j.Matcher m = TYPE.matcher(first);
        if (!m.find()) return message;
        String type = m.group();
        return type.substring(type.lastIndexOf('.') + 1) + message.substring(m.end());
    }
}
