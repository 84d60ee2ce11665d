package dev.mulligan.explain.trace;

import com.google.re2j.Pattern;
import dev.mulligan.explain.output.Finding;
import dev.mulligan.explain.output.Output;
import dev.mulligan.explain.output.SourcePlace;
import dev.mulligan.explain.output.StackFrameReader;
import dev.mulligan.explain.output.TextLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A failure of node's runner; the reporters differ in what surrounds the message. */
public final class NodeFailure {
    private static final Pattern CLASS = Pattern.compile("^(?:Uncaught )?\\w*(?:Error|Exception)(?: \\[\\w+\\])?: ");

    private NodeFailure() {}

    public static Finding finding(String name, @Nullable SourcePlace test, List<String> body) {
        List<String> text = new ArrayList<>();
        for (String l : body) {
            if (StackFrameReader.of(l).isPresent()
                    || (l.endsWith(" {") && l.strip().startsWith("at "))) break;
            if (l.strip().startsWith("generatedMessage:")) break;
            text.add(l);
        }
        String message = TextLines.block(text);
        if (message.endsWith(" {")) message = message.substring(0, message.length() - 2);
        SourcePlace own = StackFrameReader.firstOwn(body);
        return of(name, own == null || own.library() ? test : own, message);
    }

    public static Finding of(String name, @Nullable SourcePlace at, String message) {
        return Finding.test(name, at, message, core(message));
    }

    /** A file that fails while loading is only called failed; the crash was printed before. */
    public static Finding atLoad(Output out, Finding f) {
        if (!f.error().message().replace("'", "").equals("test failed")) return f;
        List<Finding> crash = new TraceParser().parse(out).items();
        return crash.isEmpty() ? f : crash.getFirst();
    }

    public static boolean named(String line) {
        return CLASS.matcher(line).find();
    }

    /** Only some reporters name the error's class. */
    public static String core(String message) {
        return CLASS.matcher(message).replaceFirst("");
    }
}
