package dev.mulligan.explain.trace;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Go crash: what was thrown, in which test, and the first of the project's own frames below it. */
public record GoPanic(String test, @Nullable SourcePlace place, String message) {
    private static final Pattern FUNCTION =
            Pattern.compile("^(?:\\S+/)?[\\w.-]+\\.((?:Test|Fuzz|Benchmark|Example)\\w*)(?:\\.func\\d+.*)?\\(");
    private static final Pattern RUNNING = Pattern.compile("^\\t((?:Test|Fuzz)\\S+) \\([\\d.]+m?s\\)$");

    public static int end(Output out, int from) {
        int i = from + 1;
        while (i < out.size()
                && !out.line(i).startsWith("FAIL\t")
                && !out.line(i).startsWith("exit status ")) i++;
        return i;
    }

    public static GoPanic of(List<String> lines, String current) {
        String message = lines.getFirst();
        for (String suffix : List.of(" [recovered, repanicked]", " [recovered]")) {
            if (message.endsWith(suffix)) message = message.substring(0, message.length() - suffix.length());
        }
        String test = running(lines, current);
        SourcePlace place =
                message.contains("test timed out") && !test.isEmpty() ? inTest(lines, test) : afterPanic(lines);
        return new GoPanic(test, place, message);
    }

    private static String running(List<String> lines, String current) {
        for (String l : lines) {
            Matcher m = RUNNING.matcher(l);
            if (m.find()) return m.group(1);
        }
        if (!current.isEmpty()) return current;
        for (String l : lines) {
            Matcher m = FUNCTION.matcher(l);
            if (m.find()) return m.group(1);
        }
        return "";
    }

    private static @Nullable SourcePlace inTest(List<String> lines, String test) {
        for (int i = 0; i + 1 < lines.size(); i++) {
            Matcher m = FUNCTION.matcher(lines.get(i));
            if (m.find() && test.startsWith(m.group(1)))
                return StackFrameReader.of(lines.get(i + 1)).orElse(null);
        }
        return afterPanic(lines);
    }

    private static @Nullable SourcePlace afterPanic(List<String> lines) {
        int from = 0;
        for (int i = 0; i < lines.size(); i++) if (lines.get(i).startsWith("panic(")) from = i + 2;
        return StackFrameReader.firstOwn(lines.subList(Math.min(from, lines.size()), lines.size()));
    }
}
