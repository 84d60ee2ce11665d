package dev.mulligan.explain.trace;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Rust panic in either layout: the message below the place (since 1.73) or quoted before it. */
public record RustPanic(String thread, @Nullable SourcePlace place, String message, int lines) {
    private static final Pattern HEAD = Pattern.compile("^\\s*thread '(.*?)'(?: \\(\\d+\\))? panicked at (.*)$");
    private static final Pattern PLACE = Pattern.compile("^(\\S+\\.rs):(\\d+):\\d+:?$");
    private static final Pattern OLD_END = Pattern.compile("', (\\S+\\.rs):(\\d+):\\d+$");
    private static final Pattern NOT_PANICKED = Pattern.compile("did not panic as expected(?: at (\\S+\\.rs):(\\d+))?");

    public static boolean starts(String l) {
        return l.contains("thread '") && HEAD.matcher(l).find();
    }

    public static RustPanic at(List<String> lines, int from) {
        Matcher head = HEAD.matcher(lines.get(from));
        head.find();
        String rest = head.group(2);
        Matcher place = PLACE.matcher(rest);
        boolean modern = place.find();
        SourcePlace at = modern ? new SourcePlace(place.group(1), TextLines.number(place.group(2))) : null;
        List<String> text = new ArrayList<>();
        if (!modern) text.add(rest.startsWith("'") ? rest.substring(1) : rest);
        int i = from + 1;
        boolean closed = !modern && OLD_END.matcher(rest).find();
        while (!closed && i < lines.size() && i < from + 80 && !ends(lines.get(i))) {
            text.add(lines.get(i));
            closed = !modern && OLD_END.matcher(lines.get(i)).find();
            i++;
        }
        String message = TextLines.block(text);
        if (!modern) {
            Matcher old = OLD_END.matcher(message);
            if (old.find()) {
                at = new SourcePlace(old.group(1), TextLines.number(old.group(2)));
                message = message.substring(0, old.start());
            }
        }
        return new RustPanic(head.group(1), own(at, lines, i), message, i - from);
    }

    private static boolean ends(String l) {
        return l.startsWith("note: ")
                || l.startsWith("stack backtrace:")
                || l.startsWith("thread '")
                || l.startsWith("failures:")
                || (l.startsWith("test ") && l.contains(" ... "))
                || l.startsWith("---- ")
                || l.startsWith("error: test failed");
    }

    /** A panic inside the standard library is placed by the backtrace, when there is one. */
    private static @Nullable SourcePlace own(@Nullable SourcePlace at, List<String> lines, int from) {
        if (at == null || !at.library()) return at;
        SourcePlace own = StackFrameReader.firstOwn(lines.subList(from, Math.min(lines.size(), from + 200)));
        return own == null || own.library() ? at : own;
    }

    /** A test that returned an error, did not panic though it should have, or crashed. */
    public static Finding withoutPanic(String name, List<String> body) {
        List<String> text = new ArrayList<>();
        SourcePlace at = null;
        for (String l : body) {
            Matcher m = NOT_PANICKED.matcher(l);
            if (m.find()) {
                text.clear();
                text.add(l);
                at = m.group(1) == null ? null : new SourcePlace(m.group(1), TextLines.number(m.group(2)));
                break;
            }
            if (l.startsWith("Error: ") || l.startsWith("error")) text.clear();
            text.add(l);
        }
        String message = TextLines.block(text);
        return Finding.test(name, at, message.isEmpty() ? "FAILED" : message, message);
    }
}
