package dev.mulligan.explain;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Rust panic in either layout: the message below the place (since 1.73) or quoted before it. */
record RustPanic(String thread, @Nullable Frame place, String message, int lines) {
    private static final Pattern HEAD = Pattern.compile("^\\s*thread '(.*?)'(?: \\(\\d+\\))? panicked at (.*)$");
    private static final Pattern PLACE = Pattern.compile("^(\\S+\\.rs):(\\d+):\\d+:?$");
    private static final Pattern OLD_END = Pattern.compile("', (\\S+\\.rs):(\\d+):\\d+$");
    private static final Pattern NOT_PANICKED = Pattern.compile("did not panic as expected(?: at (\\S+\\.rs):(\\d+))?");

    static boolean starts(String l) {
        return l.contains("thread '") && HEAD.matcher(l).find();
    }

    static RustPanic at(List<String> lines, int from) {
        Matcher head = HEAD.matcher(lines.get(from));
        head.find();
        String rest = head.group(2);
        Matcher place = PLACE.matcher(rest);
        boolean modern = place.find();
        Frame at = modern ? new Frame(place.group(1), Texts.number(place.group(2))) : null;
        List<String> text = new ArrayList<>();
        if (!modern) text.add(rest.startsWith("'") ? rest.substring(1) : rest);
        int i = from + 1;
        boolean closed = !modern && OLD_END.matcher(rest).find();
        while (!closed && i < lines.size() && i < from + 80 && !ends(lines.get(i))) {
            text.add(lines.get(i));
            closed = !modern && OLD_END.matcher(lines.get(i)).find();
            i++;
        }
        String message = Texts.block(text);
        if (!modern) {
            Matcher old = OLD_END.matcher(message);
            if (old.find()) {
                at = new Frame(old.group(1), Texts.number(old.group(2)));
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
    private static @Nullable Frame own(@Nullable Frame at, List<String> lines, int from) {
        if (at == null || !at.library()) return at;
        Frame own = Frames.firstOwn(lines.subList(from, Math.min(lines.size(), from + 200)));
        return own == null || own.library() ? at : own;
    }

    /** A test that returned an error, did not panic though it should have, or crashed. */
    static Finding withoutPanic(String name, List<String> body) {
        List<String> text = new ArrayList<>();
        Frame at = null;
        for (String l : body) {
            Matcher m = NOT_PANICKED.matcher(l);
            if (m.find()) {
                text.clear();
                text.add(l);
                at = m.group(1) == null ? null : new Frame(m.group(1), Texts.number(m.group(2)));
                break;
            }
            if (l.startsWith("Error: ") || l.startsWith("error")) text.clear();
            text.add(l);
        }
        String message = Texts.block(text);
        return Finding.test(name, at, message.isEmpty() ? "FAILED" : message, message);
    }
}
