package dev.mulligan.explain.trace;

import com.google.re2j.Pattern;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import java.util.ArrayList;
import java.util.List;

/** A plain Python traceback. */
public final class PythonTrace {
    private static final Pattern RAISED = Pattern.compile(
            "^(?:[\\w.]+\\.)?[A-Z]\\w*(?:Error|Exception|Exit|Interrupt|Warning|Failed|Group|Fault|Timeout|Expired|Failure)?(?:: .*)?$");

    private PythonTrace() {}

    /** The text of the last exception: the first line that is not indented after the last frame, and what follows it. */
    public static List<String> message(List<String> lines) {
        int lastFrame = -1;
        for (int i = 0; i < lines.size(); i++)
            if (StackFrameReader.of(lines.get(i)).isPresent() || traceback(lines.get(i))) lastFrame = i;
        if (lastFrame < 0) return lines.isEmpty() ? List.of() : text(lines, 0);
        for (int i = lastFrame + 1; i < lines.size(); i++) {
            String l = lines.get(i);
            if (!l.isBlank() && TextLines.indent(l) == 0 && RAISED.matcher(l).find()) return text(lines, i);
        }
        return List.of();
    }

    public static boolean traceback(String l) {
        return l.endsWith("Traceback (most recent call last):");
    }

    private static List<String> text(List<String> lines, int from) {
        List<String> out = new ArrayList<>();
        for (int i = from; i < lines.size() && out.size() < 30; i++) {
            String l = lines.get(i);
            if (l.isBlank() && i + 1 < lines.size() && lines.get(i + 1).isBlank()) break;
            if (traceback(l) || l.startsWith("----")) break;
            out.add(l);
        }
        while (!out.isEmpty() && out.getLast().isBlank()) out.removeLast();
        return out;
    }
}
